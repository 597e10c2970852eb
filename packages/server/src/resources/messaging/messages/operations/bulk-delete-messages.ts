import { ApiError, AuditLogAction, demand, needs, Permission } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import { operation } from '../../../../kernel/operation.ts'
import { Distinct, NoContent, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { audit } from '../../../guild/audit-log/index.ts'
import { mayDeleteIn } from '../../threads/index.ts'
import { deleteMessages } from '../actions/save.ts'
import { ChannelParams } from '../requests.ts'
import { mayBulkDelete } from '../rules.ts'
import { listMessagesById } from '../store.ts'

/** Bulk Delete Messages: ignores ids of messages that are not in the channel. */
export const bulkDeleteMessages = operation({
  id: 'bulk_delete_messages',
  method: 'POST',
  path: '/channels/:channel_id/messages/bulk-delete',
  callers: ['bot', 'person'],
  params: ChannelParams,
  body: Type.Object({ messages: Distinct(SnowflakeId, 0, 1000) }),
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const access = await channelForCaller(work, caller, params.channel_id)
    const guildId = access.channel.guild_id
    if (guildId === null) throw new ApiError('CANNOT_EXECUTE_ON_DM')
    demand(needs(access.permissions, Permission.MANAGE_MESSAGES))
    demand(mayDeleteIn(access.channel.thread_metadata, access.permissions))
    const ids = body.messages
    demand(mayBulkDelete(ids, work.now))
    const found = (await listMessagesById(work, ids)).filter((message) => message.channel_id === access.channel.id)
    if (found.length === 0) return
    await deleteMessages(
      work,
      access,
      found.map((message) => message.id),
    )
    const options = { count: String(found.length) }
    await audit(work, { guildId, action: AuditLogAction.MESSAGE_BULK_DELETE, targetId: access.channel.id, options })
  },
})
