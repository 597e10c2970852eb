import {
  APPLIED_TAGS_MAX,
  ApiError,
  ATTACHMENTS_MAX,
  Channel,
  ChannelType,
  has,
  MessageType,
  Permission,
} from '@guildhall/protocol'
import { Answer, operation } from '../../../kernel/operation.ts'
import { Int, Nullable, Optional, SnowflakeId, Type } from '../../../kernel/schema.ts'
import { presentChannel, visibleChannel } from '../../channels/index.ts'
import { composeMessage, MessageBody, postMessage, presentMessage } from '../../messages/index.ts'
import { demandMayOpen, openThread, ThreadFields } from '../thread.ts'

/** Start Thread without Message, or in a forum a post with its first message. */
export const createThread = operation({
  id: 'create_thread',
  method: 'POST',
  path: '/channels/:channel_id/threads',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: Type.Object({
    ...ThreadFields,
    type: Optional(Nullable(Int(10, 12))),
    invitable: Optional(Nullable(Type.Boolean())),
    message: Optional(Nullable(MessageBody)),
    applied_tags: Optional(Nullable(Type.Array(SnowflakeId, { maxItems: APPLIED_TAGS_MAX }))),
  }),
  filesMax: ATTACHMENTS_MAX,
  answers: { 201: Channel },

  async run({ caller, params, body, files, work, platform }) {
    const place = await visibleChannel(work, caller, params.channel_id)
    const forum = place.channel.type === ChannelType.GUILD_FORUM || place.channel.type === ChannelType.GUILD_MEDIA
    const type = forum ? ChannelType.PUBLIC_THREAD : (body.type ?? ChannelType.PRIVATE_THREAD)
    demandMayOpen(place, type)
    const tags = body.applied_tags ?? []
    for (const id of tags) {
      const tag = place.channel.available_tags.find((entry) => entry.id === id)
      if (!tag) throw new ApiError('UNKNOWN_TAG')
      if (tag.moderated && !has(place.permissions, Permission.MANAGE_THREADS)) throw new ApiError('MISSING_PERMISSIONS')
    }
    const thread = await openThread(work, place, {
      name: body.name,
      type,
      ownerId: caller.userId,
      autoArchiveMinutes: body.auto_archive_duration,
      slowmodeSeconds: body.rate_limit_per_user,
      invitable: body.invitable ?? true,
      appliedTags: tags,
    })
    if (!forum) {
      if (type !== ChannelType.PRIVATE_THREAD) {
        const reference = { type: 0, message_id: null, channel_id: thread.id, guild_id: thread.guild_id }
        await postMessage(work, place, {
          author: caller.user,
          type: MessageType.THREAD_CREATED,
          content: body.name,
          reference,
        })
      }
      return new Answer(201, presentChannel(thread))
    }
    // The post's first message has the post's id, as clients look for it.
    const inside = { ...place, channel: thread }
    const draft = await composeMessage({
      work,
      platform,
      place: inside,
      author: caller.user,
      permissions: place.permissions,
      body: body.message ?? {},
      files,
    })
    const shown = await postMessage(work, inside, { ...draft, id: thread.id })
    return new Answer(201, { ...presentChannel(thread), message: presentMessage(shown) })
  },
})
