import { AuditLogAction, demand } from '@guildhall/protocol'
import { messageForCaller } from '../../../../access/message.ts'
import { operation } from '../../../../kernel/operation.ts'
import { NoContent } from '../../../../validation/schema.ts'
import { audit } from '../../../guild/audit-log/index.ts'
import { mayDeleteIn } from '../../threads/index.ts'
import { deleteMessages } from '../actions/save.ts'
import { MessageParams } from '../requests.ts'
import { mayDelete } from '../rules.ts'

/** Delete Message. */
export const deleteMessage = operation({
  id: 'delete_message',
  method: 'DELETE',
  path: '/channels/:channel_id/messages/:message_id',
  callers: ['bot', 'person'],
  params: MessageParams,
  responses: { 204: NoContent },
  limit: { limit: 5, windowMs: 1_000 },

  async run({ caller, params, work }) {
    const { message, ...access } = await messageForCaller(work, caller, params)
    const own = message.author_id === caller.userId
    demand(mayDelete({ own, permissions: access.permissions }, message.type))
    demand(mayDeleteIn(access.channel.thread_metadata, access.permissions))
    await deleteMessages(work, access, [message.id])
    const guildId = access.channel.guild_id
    if (own || guildId === null) return
    const options = { channel_id: access.channel.id.toString(), count: '1' }
    await audit(work, { guildId, action: AuditLogAction.MESSAGE_DELETE, targetId: message.author_id, options })
  },
})
