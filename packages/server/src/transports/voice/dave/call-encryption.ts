import type { Snowflake, VoiceOp } from '@guildhall/protocol'
import type { FrameKinds } from '../media/frame-kinds.ts'

/** A message of the voice gateway about end-to-end encryption, to one member. The gateway numbers and frames it. */
export type DaveMessage =
  | {
      to: Snowflake
      op: typeof VoiceOp.DAVE_PREPARE_TRANSITION
      data: { protocol_version: number; transition_id: number }
    }
  | { to: Snowflake; op: typeof VoiceOp.DAVE_EXECUTE_TRANSITION; data: { transition_id: number } }
  | { to: Snowflake; op: typeof VoiceOp.DAVE_PREPARE_EPOCH; data: { protocol_version: number; epoch: number } }
  | {
      to: Snowflake
      op:
        | typeof VoiceOp.DAVE_EXTERNAL_SENDER
        | typeof VoiceOp.DAVE_PROPOSALS
        | typeof VoiceOp.DAVE_ANNOUNCE_COMMIT
        | typeof VoiceOp.DAVE_WELCOME
      payload: Buffer
    }

/** Reason why a member's message was refused. `rate`: the member forces too many changes of the group. */
export type DaveRefusal = 'malformed' | 'unexpected' | 'invalid' | 'rate'

/**
 * Result of one input. `messages` must be sent in their order and in one tick, because senders switch keys when they
 * receive a commit. `refused` is set when the input was invalid; it changed nothing then. The voice gateway closes the
 * connection of a sender with 'malformed' or 'invalid' (4020) and 'rate' (4021), and ignores 'unexpected', which is
 * normal in races.
 */
export interface DaveStep {
  messages: readonly DaveMessage[]
  refused?: DaveRefusal
}

/** Media that the state of the group permits to one member. */
export interface MemberMedia {
  send: FrameKinds
  receive: FrameKinds
}

/**
 * State of end-to-end encryption in one call (`DaveGroup` in group.ts). It does no I/O and has no timers: the voice
 * gateway calls `due` at `deadline`, sends the messages, and applies `media` of all members after each input. Times are
 * monotonic, in ms.
 */
export interface CallEncryption {
  /** Time of the next call of `due`; undefined when nothing is pending. It changes with each input. */
  readonly deadline: number | undefined
  /** DAVE version of the call, as op 4 names it. */
  readonly version: 0 | 1
  /**
   * Adds a member who sent Select Protocol. The voice gateway sends op 11 to the others first, then op 4 with the
   * returned version, op 11 and op 5 to the newcomer, and then the messages. A user has one connection in a call: the
   * former one must leave first.
   * @param maxVersion `max_dave_protocol_version` of Identify, 0 without one
   */
  join(user: Snowflake, maxVersion: number, now: number): DaveStep & { version: 0 | 1 }
  /** Removes a member. The voice gateway sends op 13 to the others first. */
  leave(user: Snowflake, now: number): DaveStep
  /** Op 26. */
  keyPackage(user: Snowflake, payload: Buffer, now: number): DaveStep
  /** Op 28. */
  commitWelcome(user: Snowflake, payload: Buffer, now: number): DaveStep
  /** Op 23. */
  transitionReady(user: Snowflake, transitionId: number, now: number): DaveStep
  /** Op 31. */
  invalidCommitWelcome(user: Snowflake, transitionId: number, now: number): DaveStep
  /** Carries out what is due. */
  due(now: number): DaveStep
  /** Returns what the member may send and receive at present; nothing for a user who is not a member. */
  media(user: Snowflake): MemberMedia
}
