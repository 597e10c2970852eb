import { ApiError, AuditLogAction, demand } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Int, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { audit, changesBetween } from '../../audit-log/index.ts'
import { saveGuild } from '../actions/save.ts'
import { mayDeleteGuild } from '../rules.ts'

/**
 * Modify Guild MFA Level: at level 1, what moderators do needs a second factor. Only the owner changes it, and has a
 * second factor.
 */
export const updateGuildMfaLevel = operation({
  id: 'update_guild_mfa_level',
  method: 'POST',
  path: '/guilds/:guild_id/mfa',
  callers: ['person'],
  unlisted: true,
  freshFactor: true,
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({ level: Int(0, 1) }),
  responses: { 200: Type.Object({ level: Type.Integer() }) },

  async run({ caller, params, body: { level }, work }) {
    const { view } = await guildForCaller(work, caller, params.guild_id)
    demand(mayDeleteGuild(view.guild, caller.userId))
    if (!caller.user.mfa_enabled)
      throw new ApiError('TWO_FACTOR_REQUIRED', { reason: 'the owner has no second factor' })
    const { guild } = view
    const changed = { ...guild, mfa_level: level }
    await saveGuild(work, view, changed)
    const changes = changesBetween(guild, changed, ['mfa_level'])
    const entry = { guildId: guild.id, action: AuditLogAction.GUILD_UPDATE, targetId: guild.id, changes }
    if (changes.length > 0) await audit(work, entry)
    return { level }
  },
})
