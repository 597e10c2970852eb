import {
  APPLIED_TAGS_MAX,
  ApiError,
  ATTACHMENTS_MAX,
  ChannelObject,
  ChannelType,
  demand,
  invalidForm,
  Permission,
} from '@guildhall/protocol'
import { channelForCaller, demandVerified } from '../../../../access/channel.ts'
import { HttpResponse, operation } from '../../../../kernel/operation.ts'
import { OneOf, OptionalNullable, SnowflakeId, Type } from '../../../../validation/schema.ts'
import { carryOut, checkMessage, checkTitle, textOfMessage } from '../../../guild/auto-moderation/index.ts'
import { isForum } from '../../../guild/channels/index.ts'
import {
  composeMessage,
  MessageRequest,
  postMessage,
  postThreadCreated,
  presentMessageForCaller,
  recordMessageForSlowmode,
} from '../../messages/index.ts'
import { checkTags } from '../actions/check-tags.ts'
import { useThreadSlowmode } from '../actions/slowmode.ts'
import { startThread } from '../actions/start.ts'
import { presentThreadFor } from '../present.ts'
import { ThreadFields } from '../requests.ts'
import { mayStartThread, publicThreadType } from '../rules.ts'

const THREAD_TYPES = [ChannelType.ANNOUNCEMENT_THREAD, ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD] as const

/**
 * Start Thread without Message: a private thread unless `type` says otherwise. In a forum it starts a post, whose first
 * message has the id of the thread.
 */
export const createThread = operation({
  id: 'create_thread',
  method: 'POST',
  path: '/channels/:channel_id/threads',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: Type.Object({
    ...ThreadFields,
    type: OptionalNullable(OneOf(...THREAD_TYPES)),
    invitable: OptionalNullable(Type.Boolean()),
    message: OptionalNullable(MessageRequest),
    applied_tags: OptionalNullable(Type.Array(SnowflakeId, { maxItems: APPLIED_TAGS_MAX })),
  }),
  filesMax: ATTACHMENTS_MAX,
  responses: { 201: ChannelObject },

  async run({ caller, params, body, files, work, platform }) {
    const place = await channelForCaller(work, caller, params.channel_id, Permission.VIEW_CHANNEL)
    const { channel, view, permissions } = place
    if (!view) throw new ApiError('CANNOT_EXECUTE_ON_DM')
    const forum = isForum(channel.type)
    const type = forum ? publicThreadType(channel.type) : (body.type ?? ChannelType.PRIVATE_THREAD)
    demand(mayStartThread(permissions, { parentType: channel.type, type, ofMessage: false }))
    if (forum && !body.message) throw invalidForm(['message'], 'BASE_TYPE_REQUIRED', 'This field is required')
    if (forum) checkTags(channel, body.applied_tags ?? [], permissions)
    demandVerified(work, place, caller)
    await useThreadSlowmode(work, place, caller)
    const id = work.nextId()
    const author = caller.user
    await checkTitle(work, place, caller.user, body.name)
    const content = textOfMessage(body.message ?? {})
    const offence = forum ? await checkMessage(work, place, author, { content }) : null
    const draft = forum
      ? await composeMessage({
          work,
          platform,
          location: place,
          author,
          permissions,
          body: body.message ?? {},
          files,
          stickers: true,
        })
      : null
    const { thread, member } = await startThread(work, view, channel, {
      id,
      type,
      name: body.name,
      ownerId: caller.userId,
      ownerJoins: true,
      autoArchiveMinutes: body.auto_archive_duration,
      slowmodeSeconds: body.rate_limit_per_user,
      invitable: body.invitable,
      appliedTags: forum ? body.applied_tags : [],
    })
    if (draft) {
      await recordMessageForSlowmode(work, { channel: thread, permissions }, caller)
      const shown = await postMessage(work, { view, channel: thread }, { ...draft, id })
      if (offence) await carryOut(work, { ...offence, messageId: id })
      return new HttpResponse(201, {
        // Libraries (py-cord) take the id of the first message from it.
        ...presentThreadFor({ ...thread, last_message_id: id }, member),
        message: presentMessageForCaller(caller, shown, platform.attachmentUrls),
      })
    }
    if (type !== ChannelType.PRIVATE_THREAD) await postThreadCreated(work, place, thread, author)
    return new HttpResponse(201, presentThreadFor(thread, member))
  },
})
