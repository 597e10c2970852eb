import { Intent, type PartialEmojiObject, type Snowflake } from '@guildhall/protocol'
import { type EventType, eventType } from '../../../kernel/event.ts'
import type { Member, User } from '../../../kernel/model.ts'
import { presentMember } from '../../guild/members/present.ts'
import type { ReactionEmoji } from './model.ts'

export interface ReactionEvent {
  readonly channelId: Snowflake
  readonly guildId: Snowflake | null
  readonly messageId: Snowflake
  readonly messageAuthorId: Snowflake
  readonly userId: Snowflake
  /** Null for MESSAGE_REACTION_REMOVE_ALL. */
  readonly emoji: ReactionEmoji | null
  /** The reacting member, in a guild. */
  readonly member?: { readonly member: Member; readonly user: User }
}

function presentReactionEmoji(emoji: ReactionEmoji): PartialEmojiObject {
  return { id: emoji.id?.toString() ?? null, name: emoji.name, ...(emoji.animated ? { animated: true } : {}) }
}

/** Returns the fields that all events about reactions have. */
function presentReaction({ channelId, messageId, guildId, emoji }: ReactionEvent) {
  return {
    channel_id: channelId.toString(),
    message_id: messageId.toString(),
    ...(guildId ? { guild_id: guildId.toString() } : {}),
    ...(emoji ? { emoji: presentReactionEmoji(emoji) } : {}),
  }
}

function reactionEventType(
  key: string,
  name: string,
  present: (payload: ReactionEvent) => object,
): EventType<ReactionEvent> {
  return eventType<ReactionEvent>({
    key,
    name,
    intents: ({ guildId }) => (guildId ? Intent.GUILD_MESSAGE_REACTIONS : Intent.DIRECT_MESSAGE_REACTIONS),
    visibleTo: (viewer, { guildId, channelId }) => guildId === null || viewer.sees(channelId),
    visibleInChannel: ({ guildId, channelId }) => guildId && channelId,
    present,
  })
}

export const messageReactionAdd = reactionEventType('reaction.added', 'MESSAGE_REACTION_ADD', (payload) => ({
  ...presentReaction(payload),
  user_id: payload.userId.toString(),
  ...(payload.member ? { member: presentMember(payload.member.member, payload.member.user) } : {}),
  message_author_id: payload.messageAuthorId.toString(),
  burst: false,
  type: 0,
}))
export const messageReactionRemove = reactionEventType('reaction.removed', 'MESSAGE_REACTION_REMOVE', (payload) => ({
  ...presentReaction(payload),
  user_id: payload.userId.toString(),
  burst: false,
  type: 0,
}))
export const messageReactionRemoveAll = reactionEventType(
  'reactions.removed',
  'MESSAGE_REACTION_REMOVE_ALL',
  presentReaction,
)
export const messageReactionRemoveEmoji = reactionEventType(
  'emoji-reactions.removed',
  'MESSAGE_REACTION_REMOVE_EMOJI',
  presentReaction,
)
