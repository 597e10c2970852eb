import { MessageFlag, snowflakeTime, wireTime, wireTimeOrNull } from '@guildhall/protocol'
import { presentMemberOnly } from '../members/index.ts'
import { presentUser } from '../users/index.ts'
import type { AnswerCount, Message, Poll, ShownMessage } from './message.ts'
import { shownUrls } from './shown-urls.ts'

type Wire = Record<string, unknown>

/** Returns the message object of the HTTP API, without the content of the messages and snapshots that are hidden. [SVC-14] */
export function presentMessage(shown: ShownMessage, hidden: ReadonlySet<object>): Wire {
  const { message } = shown
  const embeds = message.flags & MessageFlag.SUPPRESS_EMBEDS ? [] : message.embeds
  const wire: Wire = {
    id: message.id.toString(),
    channel_id: message.channel_id.toString(),
    type: message.type,
    content: message.content,
    author: presentAuthor(shown),
    timestamp: wireTime(snowflakeTime(message.id)),
    edited_timestamp: wireTimeOrNull(message.edited_at),
    tts: message.tts,
    mention_everyone: message.mention_everyone,
    mentions: shown.mentioned.map(presentUser),
    mention_roles: message.mention_roles.map(String),
    attachments: listedAttachments(message, embeds),
    embeds,
    components: message.components,
    pinned: message.pinned_at !== null,
    flags: message.flags,
  }
  Object.assign(wire, optionalFields(message))
  if (message.snapshots.length > 0)
    wire.message_snapshots = message.snapshots.map((snapshot) => presentSnapshot(snapshot, hidden.has(snapshot)))
  if (message.poll) wire.poll = presentPoll(message.poll, shown.votes ?? [])
  if (shown.reactions?.length) wire.reactions = shown.reactions.map(presentReaction)
  if (shown.thread) wire.thread = shown.thread
  if (shown.referenced !== undefined)
    wire.referenced_message = shown.referenced && presentMessage(shown.referenced, hidden)
  return hidden.has(message) ? withoutContent(wire) : wire
}

/** A stored snapshot also names its author, which the wire does not. */
function presentSnapshot(snapshot: Wire, hidden: boolean): Wire {
  const message = snapshot.message as Wire
  return { message: hidden ? withoutContent(message) : message }
}

/** A Unicode emoji of an answer has an id, too: null. */
function presentPoll(poll: Poll, answer_counts: readonly AnswerCount[]): Wire {
  const answers = poll.answers.map(({ answer_id, poll_media: { text, emoji } }) => ({
    answer_id,
    poll_media: { ...(text != null && { text }), ...(emoji && { emoji: { ...emoji, id: emoji.id ?? null } }) },
  }))
  return { ...poll, answers, results: { ...poll.results, answer_counts } }
}

/** Files that an embed or a component shows are not listed beside it. */
function listedAttachments({ attachments, components }: Message, embeds: readonly Wire[]): Wire[] {
  if (attachments.length === 0 || (embeds.length === 0 && components.length === 0)) return attachments
  const shown = shownUrls([embeds, components])
  return attachments.filter(({ url }) => !shown.has(url))
}

function presentAuthor({ message, author }: ShownMessage): Wire {
  if (message.webhook_id && message.webhook) {
    return {
      id: message.webhook_id.toString(),
      username: message.webhook.name,
      discriminator: '0000',
      global_name: null,
      avatar: message.webhook.avatar,
      public_flags: 0,
      flags: 0,
      bot: true,
      primary_guild: null,
    }
  }
  if (author) return presentUser(author)
  // Accounts that are gone keep their messages under a name of no one.
  return {
    id: message.author_id.toString(),
    username: 'deleted_user',
    discriminator: '0000',
    global_name: null,
    avatar: null,
    public_flags: 0,
    flags: 0,
    primary_guild: null,
  }
}

function optionalFields(message: Message): Wire {
  const wire: Wire = {}
  if (message.webhook_id) wire.webhook_id = message.webhook_id.toString()
  if (message.application_id) wire.application_id = message.application_id.toString()
  if (message.nonce !== null) wire.nonce = message.nonce
  if (message.sticker_items.length > 0) wire.sticker_items = message.sticker_items
  if (message.shared_client_theme) wire.shared_client_theme = message.shared_client_theme
  if (message.interaction_metadata) wire.interaction_metadata = message.interaction_metadata
  if (message.interaction) wire.interaction = message.interaction
  if (message.reference) {
    const { type, message_id, channel_id, guild_id } = message.reference
    wire.message_reference = {
      type,
      channel_id: channel_id.toString(),
      ...(message_id ? { message_id: message_id.toString() } : {}),
      ...(guild_id ? { guild_id: guild_id.toString() } : {}),
    }
  }
  return wire
}

function presentReaction({ emoji, count, me }: NonNullable<ShownMessage['reactions']>[number]): Wire {
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

/** Returns the message as MESSAGE_CREATE and MESSAGE_UPDATE carry it: with its guild and the members in it. */
export function presentMessageEvent(shown: ShownMessage, hidden: ReadonlySet<object>): Wire {
  const wire = presentMessage(shown, hidden)
  const { message, members } = shown
  if (message.guild_id) wire.guild_id = message.guild_id.toString()
  const author = members.get(message.author_id)
  if (author && !message.webhook) wire.member = presentMemberOnly(author)
  wire.mentions = shown.mentioned.map((user) => {
    const member = members.get(user.id)
    return member ? { ...presentUser(user), member: presentMemberOnly(member) } : presentUser(user)
  })
  return wire
}

/** Removes the fields that MESSAGE_CONTENT governs. */
function withoutContent({ poll: _, ...rest }: Wire): Wire {
  return { ...rest, content: '', attachments: [], embeds: [], components: [] }
}
