import type { Snowflake } from '@guildhall/protocol'
import type { VoiceState } from '../../../kernel/model.ts'

/** An active call in a DM or group DM. It ends when the last participant leaves. */
export interface PrivateCall {
  readonly channelId: Snowflake
  /** The message that shows the call in the channel. */
  readonly messageId: Snowflake
  /** Recipients of the channel, who receive its events. */
  recipientIds: readonly Snowflake[]
  /** Users whose clients ring. */
  readonly ringing: Set<Snowflake>
  readonly states: Map<Snowflake, VoiceState>
  /** Users who took part, for the message. */
  readonly participants: Set<Snowflake>
}

/** Call as events carry it: events must not change after they were emitted. */
export interface CallSnapshot {
  readonly channelId: Snowflake
  readonly messageId: Snowflake
  readonly ringing: readonly Snowflake[]
  readonly states: readonly VoiceState[]
}

/** Returns a copy of a call for an event. */
export function snapshotOf({ channelId, messageId, ringing, states }: PrivateCall): CallSnapshot {
  return { channelId, messageId, ringing: [...ringing], states: [...states.values()] }
}
