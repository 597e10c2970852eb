import { ApiError, GuildObject, Permission } from '@guildhall/protocol'
import { guildForCaller } from '../../../../access/guild.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Nullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { operatorOf } from '../../../accounts/operators/index.ts'
import { editGuild } from '../actions/edit.ts'
import { saveRetention } from '../actions/save-retention.ts'
import { presentGuild } from '../present.ts'
import { GuildBody } from '../requests.ts'

/** A guild, with its retention for a caller who sent one. */
const ChangedGuild = Type.Object({
  ...GuildObject.properties,
  retention_messages_days: Type.Optional(Nullable(Type.Integer())),
})

/**
 * Modify Guild. Its retention is for the owner, and for operators, who need not be members for that. [PRM-21] [GLD-1]
 */
export const updateGuild = operation({
  id: 'update_guild',
  method: 'PATCH',
  path: '/guilds/:guild_id',
  callers: ['bot', 'person', 'operator'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: GuildBody,
  responses: { 200: ChangedGuild },

  async run({ params, body: { retention_messages_days: days, ...body }, ...request }) {
    const { caller, work, platform } = request
    const view = await work.view(params.guild_id)
    if (days !== undefined) {
      const isOwner = caller.kind !== 'operator' && view?.guild.owner_id === caller.userId
      const operator = isOwner ? null : await operatorOf(request, 'admin', { fresh: true })
      await saveRetention(work, params.guild_id, { days, operator })
      if (view && Object.keys(body).length === 0) return { ...presentGuild(view), retention_messages_days: days }
    }
    if (caller.kind === 'operator') throw new ApiError('MISSING_ACCESS')
    const guild = await guildForCaller(work, caller, params.guild_id, Permission.MANAGE_GUILD)
    const changed = presentGuild(guild.view, await editGuild(work, platform, guild, body))
    return days === undefined ? changed : { ...changed, retention_messages_days: days }
  },
})
