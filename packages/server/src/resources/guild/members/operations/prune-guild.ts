import { AuditLogAction, PRUNE_DAYS_DEFAULT, PruneResultObject } from '@guildhall/protocol'
import { operation } from '../../../../kernel/operation.ts'
import { OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { listUsers } from '../../../accounts/users/index.ts'
import { audit } from '../../audit-log/index.ts'
import { listPrunableMembers, prunableGuildForCaller } from '../actions/prune.ts'
import { removeMember } from '../actions/save.ts'
import { PruneFields } from '../requests.ts'

/** Begin Guild Prune: returns the number of removed members, or null without `compute_prune_count`. [END-14] */
export const pruneGuild = operation({
  id: 'prune_guild',
  method: 'POST',
  path: '/guilds/:guild_id/prune',
  callers: ['bot', 'person'],
  params: Type.Object({ guild_id: SnowflakeId }),
  body: Type.Object({ ...PruneFields.properties, compute_prune_count: OptionalNullable(Type.Boolean()) }),
  responses: { 200: PruneResultObject },

  async run({ caller, params, body, work }) {
    const guild = await prunableGuildForCaller(work, caller, params.guild_id)
    const users = await listUsers(work, await listPrunableMembers(work, guild, body))
    for (const user of users.values()) await removeMember(work, guild.view.id, user)
    const options = { delete_member_days: String(body.days ?? PRUNE_DAYS_DEFAULT), members_removed: String(users.size) }
    await audit(work, { guildId: guild.view.id, action: AuditLogAction.MEMBER_PRUNE, targetId: null, options })
    return { pruned: body.compute_prune_count === false ? null : users.size }
  },
})
