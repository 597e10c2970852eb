import { randomBytes } from 'node:crypto'
import { type Snowflake, VoiceOp } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import type { VoiceState } from '../../kernel/model.ts'
import type { CallEncryption, DaveRefusal, DaveStep } from './dave/call-encryption.ts'
import type { FrameKinds } from './media/frame-kinds.ts'
import type { MediaRules } from './media/media-server.ts'
import { writeAnswer } from './media/webrtc/sdp.ts'
import type { ProtocolChoice } from './payloads.ts'
import { isAudible, mayHear, speakingShown } from './rules.ts'
import type { VoiceSession } from './voice-session.ts'

export interface CallParts {
  channelId: Snowflake
  encryption: CallEncryption
  /** Wall-clock time: moving the platform date must not make a transition late. */
  wallClock: Clock
  /** Returns the voice state of a member; undefined for one who has left. */
  stateOf: (userId: Snowflake) => VoiceState | undefined
}

/** A member who has selected a protocol. */
interface Member {
  readonly session: VoiceSession
  /** Rules that the media server has; null before the first ones. */
  rules: MediaRules | null
}

/**
 * A call with its members, who have selected a protocol. It carries out what the encryption group decides, and tells
 * members of each other in the order that clients need.
 */
export class Call {
  readonly channelId: Snowflake
  readonly #parts: CallParts
  readonly #members = new Map<Snowflake, Member>()
  #cancelDeadline: (() => void) | null = null
  #armedFor: number | undefined

  constructor(parts: CallParts) {
    this.#parts = parts
    this.channelId = parts.channelId
  }

  get empty(): boolean {
    return this.#members.size === 0
  }

  has(session: VoiceSession): boolean {
    return this.#members.get(session.ticket.userId)?.session === session
  }

  /**
   * Handles Select Protocol. A member who selects again only gets another key, or another way for a browser.
   *
   * The order matters: clients refuse an Add proposal of a user whom op 11 has not named, drop binary messages before
   * op 4, and learn the user of an SSRC from op 5 alone.
   */
  select(session: VoiceSession, choice: ProtocolChoice): void {
    const { encryption } = this.#parts
    const { userId } = session.ticket
    const transport = describeTransport(session, choice)
    const describe = (daveVersion: number) =>
      session.send(VoiceOp.SESSION_DESCRIPTION, {
        ...transport,
        dave_protocol_version: daveVersion,
        audio_codec: 'opus',
        media_session_id: randomBytes(16).toString('hex'),
      })
    if (this.has(session)) return describe(encryption.version)
    const others = [...this.#members.values()].map((member) => member.session)
    for (const other of others) other.send(VoiceOp.CLIENTS_CONNECT, { user_ids: [userId.toString()] })
    this.#members.set(userId, { session, rules: null })
    const step = encryption.join(userId, session.maxDaveVersion, this.#now())
    describe(step.version)
    if (others.length > 0)
      session.send(VoiceOp.CLIENTS_CONNECT, { user_ids: others.map(({ ticket }) => ticket.userId.toString()) })
    for (const other of others) if (other.speaking) session.send(VoiceOp.SPEAKING, this.#speakingOf(other))
    this.#carryOut(step)
  }

  /** Removes a member. Nothing reaches them from now on, and the others receive that they left. */
  leave(session: VoiceSession): void {
    if (!this.has(session)) return
    const { userId } = session.ticket
    this.#members.delete(userId)
    for (const { session: other } of this.#members.values())
      other.send(VoiceOp.CLIENT_DISCONNECT, { user_id: userId.toString() })
    this.#carryOut(this.#parts.encryption.leave(userId, this.#now()))
    if (this.empty) this.#cancelDeadline?.()
  }

  /** Sends a member's op 5 to the others. */
  announceSpeaking(session: VoiceSession): void {
    const shown = this.#speakingOf(session)
    for (const { session: other } of this.#members.values()) if (other !== session) other.send(VoiceOp.SPEAKING, shown)
  }

  #speakingOf({ ticket, media, speaking, priority }: VoiceSession): object {
    const state = this.#parts.stateOf(ticket.userId)
    const audible = state !== undefined && isAudible(state)
    return {
      user_id: ticket.userId.toString(),
      ssrc: media.ssrc,
      speaking: speakingShown(speaking?.flags ?? 0, { audible, priority }),
      delay: speaking?.delay ?? 0,
    }
  }

  /** Applies a changed voice state: mute, deafen and suppress take effect with the next packet. */
  stateChanged(userId: Snowflake): void {
    const member = this.#members.get(userId)
    if (!member) return
    const wasAudible = member.rules?.send != null
    this.#permit(userId, member)
    if (member.session.speaking && wasAudible !== (member.rules?.send != null)) this.announceSpeaking(member.session)
  }

  /** Passes a message about end-to-end encryption to the group. Returns why it was refused. */
  encryptionMessage(input: (encryption: CallEncryption, now: number) => DaveStep): DaveRefusal | undefined {
    const step = input(this.#parts.encryption, this.#now())
    this.#carryOut(step)
    return step.refused
  }

  #carryOut(step: DaveStep): void {
    for (const message of step.messages) {
      const session = this.#members.get(message.to)?.session
      if ('payload' in message) session?.sendBinary(message.op, message.payload)
      else session?.send(message.op, message.data)
    }
    for (const [userId, member] of this.#members) this.#permit(userId, member)
    this.#arm()
  }

  #permit(userId: Snowflake, member: Member): void {
    const state = this.#parts.stateOf(userId)
    const group = this.#parts.encryption.media(userId)
    const rules = {
      send: state && isAudible(state) ? group.send : null,
      receive: state && mayHear(state) ? group.receive : null,
    }
    if (member.rules && sameKinds(member.rules.send, rules.send) && sameKinds(member.rules.receive, rules.receive))
      return
    member.rules = rules
    member.session.media.permit(rules)
  }

  #arm(): void {
    const deadline = this.empty ? undefined : this.#parts.encryption.deadline
    if (deadline === this.#armedFor) return
    this.#cancelDeadline?.()
    this.#cancelDeadline = null
    this.#armedFor = deadline
    if (deadline === undefined) return
    this.#cancelDeadline = this.#parts.wallClock.at(deadline, () => {
      this.#armedFor = undefined
      this.#carryOut(this.#parts.encryption.due(this.#now()))
    })
  }

  #now(): number {
    return this.#parts.wallClock.now()
  }
}

/** Selects a transport, and returns the fields of op 4 that tell the client about it. */
function describeTransport({ media }: VoiceSession, choice: ProtocolChoice): object {
  if (choice.protocol === 'webrtc') return { sdp: writeAnswer(media.negotiate(choice.offer)), video_codec: 'VP8' }
  const secretKey = media.select(choice.mode, choice.address)
  return { mode: choice.mode, secret_key: [...secretKey], video_codec: 'H264' }
}

function sameKinds(a: FrameKinds | null, b: FrameKinds | null): boolean {
  return a === b || (a !== null && b !== null && a.plain === b.plain && a.encrypted === b.encrypted)
}
