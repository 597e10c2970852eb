import type { Snowflake } from '@guildhall/protocol'
import type { Application, User } from '../../../kernel/model.ts'
import type { GameDmTable, GameMessageTable } from '../../../kernel/store/game-message-tables.ts'
import type { StoredMessage, StoredMessageActivity } from '../../messaging/messages/model.ts'

/** Keys and values that a game sets. */
export type Pairs = Readonly<Record<string, string>>

/** Fields of a game's message in the `data` column. */
export interface GameMessageData {
  /** Second display name of the author in the lobby, when the message was sent. [LOB-1] */
  additional_name: string | null
  /** Pairs that the sender attached. */
  metadata: Pairs | null
  /** Pairs that the game's server wrote about the content. [LOB-4] */
  moderation_metadata: Pairs | null
  activity: StoredMessageActivity | null
  /** Not stored. */
  nonce: string | number | null
  /** Parts of a linked channel's message besides its text. Games show that there is more. */
  parts: ChannelMessageParts | null
}

/** Parts of a guild message that a lobby passes on to its game. */
export type ChannelMessageParts = Pick<StoredMessage, 'attachments' | 'embeds' | 'sticker_items'> & {
  /** Ids of mentioned users, as text. */
  readonly mentions: readonly string[]
  /** Question of a poll; null for none. */
  readonly poll: string | null
  /** Webhook that posted the message. */
  readonly webhook: { readonly id: string; readonly name: string; readonly avatar: string | null } | null
}

/** A message that exists only in a game. */
export type StoredGameMessage = Omit<GameMessageTable, 'data'> & GameMessageData

export const GAME_MESSAGE_DEFAULTS: GameMessageData = {
  additional_name: null,
  metadata: null,
  moderation_metadata: null,
  activity: null,
  nonce: null,
  parts: null,
}

/** A direct message channel of two players that exists only in a game. */
export type GameDm = GameDmTable

/** A game's message with everything that presenting it needs. */
export interface HydratedGameMessage {
  readonly message: StoredGameMessage
  /** Undefined when the account was deleted. */
  readonly author: User | undefined
  readonly mentioned: readonly User[]
  /** The application of `activity`. */
  readonly application?: Application | undefined
}

/** A game DM with its two users. */
export interface LoadedGameDm {
  readonly dm: GameDm
  readonly users: readonly User[]
  readonly lastMessageId: Snowflake | null
}

/** Returns whether a message is an invite to an activity, or a request for one. */
export function isInvite({ activity }: Pick<GameMessageData, 'activity'>): boolean {
  return activity !== null
}

/** Returns the other user of a game DM. */
export function otherUserOf({ low_user_id, high_user_id }: GameDm, userId: Snowflake): Snowflake {
  return low_user_id === userId ? high_user_id : low_user_id
}

/** Returns the two users of a game DM. */
export function usersOfDm({ low_user_id, high_user_id }: GameDm): [Snowflake, Snowflake] {
  return [low_user_id, high_user_id]
}

/** Returns whether two users write to each other in the game alone: one of them is a provisional account. */
export function isGameOnly(one: Pick<User, 'provisional_for'>, other: Pick<User, 'provisional_for'>): boolean {
  return one.provisional_for !== null || other.provisional_for !== null
}
