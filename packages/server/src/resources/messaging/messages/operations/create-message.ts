import {
  ApiError,
  ATTACHMENTS_MAX,
  ChannelType,
  has,
  invalidForm,
  MessageObject,
  MessageReferenceType,
  MessageType,
  Permission,
} from '@guildhall/protocol'
import { type ChannelAccess, channelForCaller } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import { operation } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { carryOut, checkMessage, textOfMessage } from '../../../guild/auto-moderation/index.ts'
import { demandMayMessage } from '../../../guild/channels/index.ts'
import { activityForMessage } from '../../message-activities/index.ts'
import { demandDmBetween } from '../../relationships/index.ts'
import { composeMessage } from '../actions/compose.ts'
import { findSentWithNonce } from '../actions/deduplicate.ts'
import { forwardFields } from '../actions/forward.ts'
import { postMessage } from '../actions/post.ts'
import { messageRepliedTo } from '../actions/reply.ts'
import { demandMessageSlowmode, recordMessageForSlowmode } from '../actions/slowmode.ts'
import { presentMessageForCaller } from '../content-present.ts'
import { type MessageDraft, referenceTo } from '../model.ts'
import { ChannelParams, NewMessageRequest, withEmbedList } from '../requests.ts'

const TEXTLESS: readonly number[] = [
  ChannelType.GUILD_CATEGORY,
  ChannelType.GUILD_FORUM,
  ChannelType.GUILD_MEDIA,
  ChannelType.GUILD_DIRECTORY,
]

/** Create Message: with text, embeds, files, components or a poll; as a reply or a forward. */
export const createMessage = operation({
  id: 'create_message',
  method: 'POST',
  path: '/channels/:channel_id/messages',
  callers: ['bot', 'person'],
  params: ChannelParams,
  body: NewMessageRequest,
  fromVersion9: withEmbedList,
  filesMax: ATTACHMENTS_MAX,
  concurrent: true,
  responses: { 200: MessageObject },
  limit: { limit: 5, windowMs: 5_000 },

  async run({ caller, params, body, files, work, platform }) {
    const access = await channelForCaller(work, caller, params.channel_id, Permission.SEND_MESSAGES)
    const { channel, permissions } = access
    await demandOpenDm(work, access, caller)
    if (TEXTLESS.includes(channel.type)) throw new ApiError('NON_TEXT_CHANNEL')
    if (channel.thread_metadata?.locked && !has(permissions, Permission.MANAGE_THREADS))
      throw new ApiError('THREAD_LOCKED')
    const earlier = await findSentWithNonce(work, caller, access, body)
    if (earlier) return presentMessageForCaller(caller, earlier, platform.attachmentUrls)
    await demandMessageSlowmode(work, access, caller)
    const reference = body.message_reference
    const forwards = reference?.type === MessageReferenceType.FORWARD
    const forward = forwards ? await forwardFields(work, caller, reference) : null
    const replied = reference && !forwards ? await messageRepliedTo(work, access, reference) : undefined
    const activity = await activityFields(work, access, caller, body)
    const content = textOfMessage({ ...body, ...forward })
    const offence = await checkMessage(work, access, caller.user, { content })
    const draft = await composeMessage({
      work,
      platform,
      location: access,
      author: caller.user,
      permissions,
      body,
      files,
      repliedUserId: replied?.message.author_id ?? null,
      stickers: true,
      mayBeEmpty: forwards || activity.activity !== null,
      forwarded: forward?.snapshots ?? [],
    })
    const reply = replied ? { type: MessageType.REPLY, reference: referenceTo(replied.message) } : {}
    const flags = (draft.flags ?? 0) | (forward?.flags ?? 0)
    await recordMessageForSlowmode(work, access, caller)
    const posted = await postMessage(work, access, { ...draft, ...reply, ...forward, ...activity, flags }, replied)
    if (offence) await carryOut(work, { ...offence, messageId: posted.message.id })
    return presentMessageForCaller(caller, posted, platform.attachmentUrls)
  },
})

/** Returns the activity of a person's message, and its application. In a DM the message may ask for one. */
async function activityFields(
  work: Work,
  { channel }: ChannelAccess,
  caller: Caller,
  { activity, application_id }: NewMessageRequest,
): Promise<Pick<MessageDraft, 'activity' | 'application_id'>> {
  if (caller.kind !== 'person' || !activity) return { activity: null }
  if (application_id == null || !(await findApplication(work, application_id)))
    throw invalidForm(['application_id'], 'APPLICATION_INVALID', 'Unknown application')
  const other = channel.recipient_ids.find((id) => id !== caller.userId) ?? null
  const recipientId = channel.type === ChannelType.DM ? other : null
  const request = { applicationId: application_id, recipientId, named: activity }
  return { activity: await activityForMessage(work, caller, request), application_id }
}

/**
 * Checks again that the DM may be written to: its recipient may have left the guild or disabled DMs since it was
 * opened.
 */
async function demandOpenDm(work: Work, { channel, view }: ChannelAccess, caller: Caller): Promise<void> {
  const recipientId = channel.recipient_ids.find((id) => id !== caller.userId)
  if (view || recipientId === undefined || channel.type === ChannelType.GROUP_DM) return
  await demandMayMessage(work, caller.user, recipientId)
  await demandDmBetween(work, caller.userId, recipientId)
}
