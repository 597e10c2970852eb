import {
  type MessageEventObject,
  MessageFlag,
  type MessageObject,
  type MessageSnapshotObject,
  type PollObject,
  type ReactionObject,
  type Snowflake,
  snowflakeTime,
  type UserObject,
  wireTime,
  wireTimeOrNull,
} from '@guildhall/protocol'
import type { AttachmentSigner } from '../../../kernel/attachment-urls.ts'
import { presentBasicApplication } from '../../accounts/applications/present.ts'
import { presentDeletedUser, presentUser } from '../../accounts/users/present.ts'
import { presentPartialMember } from '../../guild/members/present.ts'
import { presentFiles } from './attachment-present.ts'
import type {
  HydratedMessage,
  ReactionCount,
  StoredMessage,
  StoredMessageActivity,
  StoredMessageCall,
  StoredPoll,
  StoredPollMedia,
  StoredSnapshot,
  VoteCount,
} from './model.ts'

/**
 * Returns the message object of the HTTP API.
 *
 * @param hidden stored messages and snapshots whose content is left out [SVC-14]
 */
export function presentMessage(
  hydrated: HydratedMessage,
  hidden: ReadonlySet<object>,
  urls: AttachmentSigner,
): MessageObject {
  const { message } = hydrated
  const { attachments, components } = message
  const embeds = message.flags & MessageFlag.SUPPRESS_EMBEDS ? [] : message.embeds
  const object: MessageObject = {
    id: message.id.toString(),
    channel_id: message.channel_id.toString(),
    type: message.type,
    content: message.content,
    author: presentAuthor(hydrated),
    timestamp: wireTime(snowflakeTime(message.id)),
    edited_timestamp: wireTimeOrNull(message.edited_at),
    tts: message.tts,
    mention_everyone: message.mention_everyone,
    mentions: hydrated.mentioned.map(presentUser),
    mention_roles: message.mention_roles.map(String),
    ...presentFiles({ attachments, embeds, components }, urls),
    pinned: message.pinned_at !== null,
    flags: message.flags,
    ...optionalFields(message),
  }
  if (message.snapshots.length > 0)
    object.message_snapshots = message.snapshots.map((snapshot) =>
      presentSnapshot(snapshot, hidden.has(snapshot), urls),
    )
  if (message.poll) object.poll = presentPoll(message.poll, hydrated.votes ?? [])
  if (hydrated.reactions?.length) object.reactions = hydrated.reactions.map(presentReaction)
  if (hydrated.thread) object.thread = hydrated.thread
  if (hydrated.application) object.application = presentBasicApplication(hydrated.application)
  if (hydrated.referenced !== undefined)
    object.referenced_message = hydrated.referenced && presentReferenced(hydrated.referenced, hidden, urls)
  return hidden.has(message) ? withoutContent(object) : object
}

/** Returns a referenced message, without the message that it refers to itself. */
function presentReferenced(
  { referenced: _deeper, ...target }: HydratedMessage,
  hidden: ReadonlySet<object>,
  urls: AttachmentSigner,
): MessageObject {
  return presentMessage(target, hidden, urls)
}

/** Returns a snapshot without its author, which is only stored. Its files are those of the forwarded message. */
function presentSnapshot({ message }: StoredSnapshot, hidden: boolean, urls: AttachmentSigner): MessageSnapshotObject {
  if (hidden) return { message: withoutContent(message) }
  const { attachments = [], embeds = [], components = [] } = message
  return { message: { ...message, ...presentFiles({ attachments, embeds, components }, urls) } }
}

/** Returns the text and emoji of a question or answer. The id of a Unicode emoji is null. */
function presentMedia({ text, emoji }: StoredPollMedia): PollObject['question'] {
  return {
    ...(text != null && { text }),
    ...(emoji && { emoji: { ...emoji, id: emoji.id ?? null, name: emoji.name ?? null } }),
  }
}

function presentPoll(poll: StoredPoll, answer_counts: readonly VoteCount[]): PollObject {
  return {
    ...poll,
    question: presentMedia(poll.question),
    answers: poll.answers.map(({ answer_id, poll_media }) => ({ answer_id, poll_media: presentMedia(poll_media) })),
    results: { ...poll.results, answer_counts: [...answer_counts] },
  }
}

function presentAuthor({ message, author }: HydratedMessage): UserObject {
  if (message.webhook_id && message.webhook) return presentWebhookAuthor(message.webhook_id, message.webhook)
  return author ? presentUser(author) : presentDeletedUser(message.author_id)
}

/** Returns the author of a webhook's message: the name and avatar under which it was posted. */
export function presentWebhookAuthor(
  id: Snowflake,
  { name, avatar }: NonNullable<StoredMessage['webhook']>,
): UserObject {
  return {
    id: id.toString(),
    username: name,
    discriminator: '0000',
    global_name: null,
    avatar,
    public_flags: 0,
    flags: 0,
    bot: true,
    primary_guild: null,
  }
}

/** Returns the activity of an invite. The users of a DM, who accept it there, also receive its session. */
function presentActivity(
  { type, party_id, session_id }: StoredMessageActivity,
  isDirect: boolean,
): NonNullable<MessageObject['activity']> {
  return {
    type,
    ...(party_id !== null && { party_id }),
    ...(isDirect && session_id !== null && { session_id }),
  }
}

/** Returns the fields that are absent while they are unset. */
function optionalFields(message: StoredMessage): Partial<MessageObject> {
  const object: Partial<MessageObject> = {}
  if (message.webhook_id) object.webhook_id = message.webhook_id.toString()
  if (message.application_id) object.application_id = message.application_id.toString()
  if (message.nonce !== null) object.nonce = message.nonce
  if (message.sticker_items.length > 0) object.sticker_items = message.sticker_items
  if (message.shared_client_theme) object.shared_client_theme = message.shared_client_theme
  if (message.interaction_metadata) object.interaction_metadata = message.interaction_metadata
  if (message.interaction) object.interaction = message.interaction
  if (message.additional_name !== null) object.lobby_member = { additional_name: message.additional_name }
  if (message.call) object.call = presentMessageCall(message.call)
  if (message.activity) object.activity = presentActivity(message.activity, message.guild_id === null)
  if (message.reference) {
    const { type, message_id, channel_id, guild_id } = message.reference
    object.message_reference = {
      type,
      channel_id: channel_id.toString(),
      ...(message_id ? { message_id: message_id.toString() } : {}),
      ...(guild_id ? { guild_id: guild_id.toString() } : {}),
    }
  }
  return object
}

function presentMessageCall({ participants, ended_at }: StoredMessageCall): NonNullable<MessageObject['call']> {
  return { participants: participants.map(String), ended_timestamp: wireTimeOrNull(ended_at) }
}

function presentReaction({ emoji, count, me }: ReactionCount): ReactionObject {
  return {
    emoji,
    count,
    count_details: { burst: 0, normal: count },
    burst_colors: [],
    me_burst: false,
    burst_me: false,
    me,
    burst_count: 0,
  }
}

/** Returns the payload of MESSAGE_CREATE and MESSAGE_UPDATE: the message object with its guild and members. */
export function presentMessageEvent(
  hydrated: HydratedMessage,
  hidden: ReadonlySet<object>,
  urls: AttachmentSigner,
): MessageEventObject {
  const { message, members } = hydrated
  const author = members.get(message.author_id)
  return {
    ...presentMessage(hydrated, hidden, urls),
    ...(message.guild_id && { guild_id: message.guild_id.toString() }),
    ...(author && !message.webhook && { member: presentPartialMember(author) }),
    mentions: hydrated.mentioned.map((user) => {
      const member = members.get(user.id)
      return member ? { ...presentUser(user), member: presentPartialMember(member) } : presentUser(user)
    }),
  }
}

/** Removes the fields that MESSAGE_CONTENT governs. */
function withoutContent<T extends MessageSnapshotObject['message'] & Pick<MessageObject, 'poll'>>(message: T): T {
  const { poll: _, ...rest } = message
  return { ...rest, content: '', attachments: [], embeds: [], components: [] } as unknown as T
}
