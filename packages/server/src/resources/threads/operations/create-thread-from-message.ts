import { ApiError, Channel, ChannelType, MessageFlag } from '@guildhall/protocol'
import { Answer, operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../kernel/schema.ts'
import { presentChannel, visibleChannel } from '../../channels/index.ts'
import { changeMessage, loadMessage } from '../../messages/index.ts'
import { demandMayOpen, openThread, ThreadFields } from '../thread.ts'

/** Start Thread from Message: it has the message's id, and the message is marked with it. */
export const createThreadFromMessage = operation({
  id: 'create_thread_from_message',
  method: 'POST',
  path: '/channels/:channel_id/messages/:message_id/threads',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId, message_id: SnowflakeId }),
  body: Type.Object(ThreadFields),
  answers: { 201: Channel },

  async run({ caller, params, body, work }) {
    const place = await visibleChannel(work, caller, params.channel_id)
    const message = await loadMessage(work, place.channel.id, params.message_id)
    const announcement = place.channel.type === ChannelType.GUILD_ANNOUNCEMENT
    const type = announcement ? ChannelType.ANNOUNCEMENT_THREAD : ChannelType.PUBLIC_THREAD
    demandMayOpen(place, type)
    if (message.flags & MessageFlag.HAS_THREAD) throw new ApiError('THREAD_ALREADY_CREATED')
    const thread = await openThread(work, place, {
      id: message.id,
      name: body.name,
      type,
      ownerId: caller.userId,
      autoArchiveMinutes: body.auto_archive_duration,
      slowmodeSeconds: body.rate_limit_per_user,
    })
    await changeMessage(work, place, message, { flags: message.flags | MessageFlag.HAS_THREAD, thread_id: thread.id })
    return new Answer(201, presentChannel(thread))
  },
})
