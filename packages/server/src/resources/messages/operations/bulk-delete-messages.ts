import { ApiError, AuditLogAction, demand, Permission } from '@guildhall/protocol'
import { operation } from '../../../kernel/operation.ts'
import { NoContent, SnowflakeId, Type } from '../../../kernel/schema.ts'
import { audit } from '../../audit-log/index.ts'
import { channelWith } from '../../channels/index.ts'
import { deleteMessages } from '../change.ts'
import { ChannelParams } from '../params.ts'
import { mayBulkDelete } from '../rules.ts'
import * as store from '../store.ts'

/** Bulk Delete Messages: ids that are no messages of the channel are passed over. */
export const bulkDeleteMessages = operation({
  id: 'bulk_delete_messages',
  method: 'POST',
  path: '/channels/:channel_id/messages/bulk-delete',
  callers: ['bot', 'person'],
  params: ChannelParams,
  body: Type.Object({ messages: Type.Array(SnowflakeId, { maxItems: 1000 }) }),
  responses: { 204: NoContent },

  async run({ caller, params, body, work }) {
    const place = await channelWith(work, caller, params.channel_id, Permission.MANAGE_MESSAGES)
    const guildId = place.channel.guild_id
    if (guildId === null) throw new ApiError('CANNOT_EXECUTE_ON_DM')
    const ids = [...new Set(body.messages)]
    demand(mayBulkDelete(ids, work.now))
    const found = (await store.listByIds(work, ids)).filter((message) => message.channel_id === place.channel.id)
    if (found.length === 0) return
    await deleteMessages(
      work,
      place,
      found.map((message) => message.id),
    )
    const options = { count: String(found.length) }
    await audit(work, { guildId, action: AuditLogAction.MESSAGE_BULK_DELETE, targetId: place.channel.id, options })
  },
})
