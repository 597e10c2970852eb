import { allow, MessageFlag, refuse, type Verdict } from '@guildhall/protocol'

/** Relations of two users, as far as the game that one of them writes from is concerned. */
export interface Acquaintance {
  readonly blocked: boolean
  /** On the platform or in the game. */
  readonly friends: boolean
  readonly bothPlaying: boolean
  /** Whether they share a guild and have written to each other before. */
  readonly knowEachOther: boolean
}

/** Returns whether a player may write to a user from a game. (social-sdk.md, 5.7) */
export function mayWriteFromGame({ blocked, friends, bothPlaying, knowEachOther }: Acquaintance): Verdict {
  if (blocked) return refuse('CANNOT_SEND_TO_USER', 'one of the users has blocked the other')
  if (friends || bothPlaying || knowEachOther) return allow
  return refuse('CANNOT_SEND_TO_USER', 'the users are neither friends nor both in the game')
}

/** Flags that a game may set on a message. */
const SETTABLE_FLAGS = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS

/** Returns the flags of a message from a game. */
export function gameFlags(requested: number | null | undefined): number {
  return ((requested ?? 0) & SETTABLE_FLAGS) | MessageFlag.SENT_BY_SOCIAL_LAYER_INTEGRATION
}
