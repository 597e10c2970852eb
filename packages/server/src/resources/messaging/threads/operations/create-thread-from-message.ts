import {
  ApiError,
  ChannelObject,
  demand,
  MessageFlag,
  MessageReferenceType,
  MessageType,
  Permission,
} from '@guildhall/protocol'
import { demandVerified } from '../../../../access/channel.ts'
import { messageForCaller } from '../../../../access/message.ts'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../../validation/schema.ts'
import { checkTitle } from '../../../guild/auto-moderation/index.ts'
import { findChannel } from '../../../guild/channels/index.ts'
import { hydrateMessages, postMessage, postThreadCreated, saveMessage } from '../../messages/index.ts'
import { useThreadSlowmode } from '../actions/slowmode.ts'
import { startThread } from '../actions/start.ts'
import { presentThreadFor } from '../present.ts'
import { ThreadFields } from '../requests.ts'
import { mayStartThread, publicThreadType } from '../rules.ts'

/**
 * Start Thread from Message. The thread has the message's id, its first message refers to the message, and the message
 * gets the HAS_THREAD flag.
 */
export const createThreadFromMessage = operation({
  id: 'create_thread_from_message',
  method: 'POST',
  path: '/channels/:channel_id/messages/:message_id/threads',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, message_id: SnowflakeId }),
  body: Type.Object(ThreadFields),
  responses: { 201: ChannelObject },

  async run({ caller, params, body, work }) {
    const { message, ...place } = await messageForCaller(work, caller, params, Permission.VIEW_CHANNEL)
    const { channel, view, permissions } = place
    const type = publicThreadType(channel.type)
    demand(mayStartThread(permissions, { parentType: channel.type, type, ofMessage: true }))
    if (!view) throw new ApiError('CANNOT_EXECUTE_ON_DM')
    if (await findChannel(work, message.id)) throw new ApiError('THREAD_ALREADY_CREATED')
    demandVerified(work, place, caller)
    await useThreadSlowmode(work, place, caller)
    await checkTitle(work, place, caller.user, body.name)
    const { thread, member } = await startThread(work, view, channel, {
      id: message.id,
      type,
      name: body.name,
      ownerId: caller.userId,
      ownerJoins: true,
      autoArchiveMinutes: body.auto_archive_duration,
      slowmodeSeconds: body.rate_limit_per_user,
    })
    await saveMessage(work, place, message, { flags: message.flags | MessageFlag.HAS_THREAD, thread_id: thread.id })
    const [referenced] = await hydrateMessages(work, [message], 0n)
    const reference = {
      type: MessageReferenceType.DEFAULT,
      message_id: message.id,
      channel_id: channel.id,
      guild_id: view.id,
    }
    const starter = { author: caller.user, type: MessageType.THREAD_STARTER_MESSAGE, content: '', reference }
    await postMessage(work, { view, channel: thread }, starter, referenced)
    // The newest message shows its thread to everyone. For an older one a system message announces it.
    if (channel.last_message_id !== message.id) await postThreadCreated(work, place, thread, caller.user)
    return new HttpResponse(201, presentThreadFor(thread, member))
  },
})
