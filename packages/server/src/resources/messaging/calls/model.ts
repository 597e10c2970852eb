import type { Instant, Snowflake } from '@guildhall/protocol'
import type { VoiceState } from '../../../kernel/model.ts'

/** Time for which clients of recipients ring. */
export const RING_MS = 30_000

/** An active call in a DM or group DM. It ends when the last participant leaves. */
export interface PrivateCall {
  readonly channelId: Snowflake
  /** The message that shows the call in the channel. */
  readonly messageId: Snowflake
  /** Recipients of the channel, who receive its events. */
  readonly recipientIds: readonly Snowflake[]
  /** Users whose clients ring, each until a time. */
  readonly ringing: ReadonlyMap<Snowflake, Instant>
  readonly states: ReadonlyMap<Snowflake, VoiceState>
  /** Users who took part, for the message. */
  readonly participants: ReadonlySet<Snowflake>
}

/** Call as events carry it. */
export interface CallSnapshot {
  readonly channelId: Snowflake
  readonly messageId: Snowflake
  readonly ringing: readonly Snowflake[]
  readonly states: readonly VoiceState[]
}

/** Returns a call as events carry it. */
export function snapshotOf({ channelId, messageId, ringing, states }: PrivateCall): CallSnapshot {
  return { channelId, messageId, ringing: [...ringing.keys()], states: [...states.values()] }
}
