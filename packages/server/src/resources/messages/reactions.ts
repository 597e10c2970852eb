import { ApiError, has, Intent, type PartialEmojiObject, Permission, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../kernel/caller.ts'
import { type EventType, eventType } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Member, User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { SnowflakeId, Text, Type } from '../../validation/schema.ts'
import { findEmoji, isUnicodeEmoji } from '../emojis/index.ts'
import { presentMember } from '../members/index.ts'
import type { ReactionEmoji } from './reaction-store.ts'

export const ReactionParams = Type.Object({
  channel_id: SnowflakeId,
  message_id: SnowflakeId,
  emoji_name: Text(1, 200),
})

/** In a reaction an emoji is part of the request, so an unknown one is 400 instead of 404. */
const unknownEmoji = () => new ApiError('UNKNOWN_EMOJI', { status: 400 })

/** Reads `name:id`, `<:name:id>` or Unicode characters of a path. 10014 for what is no emoji, or no known custom one. */
export function readEmoji(text: string, view: GuildView | null): ReactionEmoji {
  const custom = /^(?:<?a?:)?(\w{1,32}):(\d{1,20})>?$/.exec(text)
  if (!custom) {
    if (!isUnicodeEmoji(text)) throw unknownEmoji()
    return { key: text, id: null, name: text, animated: false }
  }
  const id = BigInt(custom[2] ?? 0)
  const known = view?.emojis.get(id)
  return { key: id.toString(), id, name: known?.name ?? custom[1] ?? null, animated: known?.animated ?? false }
}

/**
 * The emoji that a caller wants to react with: one of the guild, one of their own application, or with
 * USE_EXTERNAL_EMOJIS one of another guild. 10014 for one that is not there, or not for them.
 */
export async function usableEmoji(
  work: Work,
  caller: Caller,
  place: { view: GuildView | null; permissions: bigint },
  text: string,
): Promise<ReactionEmoji> {
  const emoji = readEmoji(text, place.view)
  if (emoji.id === null || place.view?.emojis.has(emoji.id)) return emoji
  const known = await findEmoji(work, emoji.id)
  const own = known?.application_id != null && known.application_id === caller.application?.id
  const external = known?.guild_id != null && has(place.permissions, Permission.USE_EXTERNAL_EMOJIS)
  if (!known || !(own || external)) throw unknownEmoji()
  return { ...emoji, name: known.name, animated: known.animated }
}

function presentReactionEmoji(emoji: ReactionEmoji): PartialEmojiObject {
  return { id: emoji.id?.toString() ?? null, name: emoji.name, ...(emoji.animated ? { animated: true } : {}) }
}

export interface ReactionEvent {
  readonly channelId: Snowflake
  readonly guildId: Snowflake | null
  readonly messageId: Snowflake
  readonly messageAuthorId: Snowflake
  readonly userId: Snowflake
  readonly emoji: ReactionEmoji | null
  readonly member?: { member: Member; user: User }
}

function reactionEventType(name: string, present: (payload: ReactionEvent) => object): EventType<ReactionEvent> {
  return eventType<ReactionEvent>({
    name,
    intents: ({ guildId }) => (guildId ? Intent.GUILD_MESSAGE_REACTIONS : Intent.DIRECT_MESSAGE_REACTIONS),
    visibleTo: (viewer, { guildId, channelId }) => guildId === null || viewer.sees(channelId),
    visibleInChannel: ({ guildId, channelId }) => guildId && channelId,
    present: (payload) => ({
      channel_id: payload.channelId.toString(),
      message_id: payload.messageId.toString(),
      ...(payload.guildId ? { guild_id: payload.guildId.toString() } : {}),
      ...(payload.emoji ? { emoji: presentReactionEmoji(payload.emoji) } : {}),
      ...present(payload),
    }),
  })
}

export const messageReactionAdd = reactionEventType('MESSAGE_REACTION_ADD', ({ userId, member, messageAuthorId }) => ({
  user_id: userId.toString(),
  ...(member ? { member: presentMember(member.member, member.user) } : {}),
  message_author_id: messageAuthorId.toString(),
  burst: false,
  type: 0,
}))
export const messageReactionRemove = reactionEventType('MESSAGE_REACTION_REMOVE', ({ userId }) => ({
  user_id: userId.toString(),
  burst: false,
  type: 0,
}))
export const messageReactionRemoveAll = reactionEventType('MESSAGE_REACTION_REMOVE_ALL', () => ({}))
export const messageReactionRemoveEmoji = reactionEventType('MESSAGE_REACTION_REMOVE_EMOJI', () => ({}))
