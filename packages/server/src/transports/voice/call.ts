import { randomBytes } from 'node:crypto'
import { type Snowflake, VoiceOp } from '@guildhall/protocol'
import type { Clock } from '../../kernel/clock.ts'
import type { VoiceState } from '../../kernel/model.ts'
import type { CallEncryption, DaveRefusal, DaveStep } from './dave/call-encryption.ts'
import type { FrameKinds } from './media/frame-kinds.ts'
import type { MediaRules } from './media/media-server.ts'
import { writeAnswer } from './media/webrtc/sdp.ts'
import type { VideoCodecName } from './media/webrtc/video-offer.ts'
import type { ProtocolChoice } from './payloads.ts'
import { commonVideoCodec, isAudible, isVisible, mayHear, speakingShown } from './rules.ts'
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
  #videoCodec: VideoCodecName = 'VP8'

  constructor(parts: CallParts) {
    this.#parts = parts
    this.channelId = parts.channelId
  }

  get empty(): boolean {
    return this.#members.size === 0
  }

  /** Sessions of the members. */
  get sessions(): VoiceSession[] {
    return [...this.#members.values()].map(({ session }) => session)
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
    this.chooseCodec(session)
    const describe = (daveVersion: number) =>
      session.send(VoiceOp.SESSION_DESCRIPTION, {
        ...transport,
        dave_protocol_version: daveVersion,
        audio_codec: 'opus',
        video_codec: choice.protocol === 'udp' ? 'H264' : this.#videoCodec,
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
    for (const other of others) if (other.showsVideo) session.send(VoiceOp.VIDEO, videoOf(other))
    // Op 5 and 12 may come before op 1, when the newcomer was no member yet.
    if (session.speaking) this.announceSpeaking(session)
    if (session.showsVideo) this.announceVideo(session)
    this.#carryOut(step)
  }

  /** Chooses the codec of video anew, and tells those who have another one. A newcomer learns it from op 4. */
  chooseCodec(newcomer?: VoiceSession): void {
    const sessions = new Set([...this.#members.values()].map(({ session }) => session))
    if (newcomer) sessions.add(newcomer)
    const codec = commonVideoCodec([...sessions].map(({ media }) => media.videoCodecs))
    if (codec === this.#videoCodec) return
    this.#videoCodec = codec
    for (const session of sessions) {
      const isTold = session !== newcomer && session.media.videoCodecs.length > 0
      if (isTold) session.send(VoiceOp.SESSION_UPDATE, { video_codec: codec, audio_codec: 'opus' })
    }
  }

  /** Removes a member. Nothing reaches them from now on, and the others receive that they left. */
  leave(session: VoiceSession): void {
    if (!this.has(session)) return
    const { userId } = session.ticket
    this.#members.delete(userId)
    for (const { session: other } of this.#members.values())
      other.send(VoiceOp.CLIENT_DISCONNECT, { user_id: userId.toString() })
    this.#carryOut(this.#parts.encryption.leave(userId, this.#now()))
    this.chooseCodec()
    if (this.empty) this.#cancelDeadline?.()
  }

  /** Sends a member's op 5 to the others. */
  announceSpeaking(session: VoiceSession): void {
    const shown = this.#speakingOf(session)
    for (const { session: other } of this.#members.values()) if (other !== session) other.send(VoiceOp.SPEAKING, shown)
  }

  /** Sends a member's op 12 to the others. */
  announceVideo(session: VoiceSession): void {
    const shown = videoOf(session)
    for (const { session: other } of this.#members.values()) if (other !== session) other.send(VoiceOp.VIDEO, shown)
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
      video: {
        send: state && isVisible(state) ? group.send : null,
        receive: state ? group.receive : null,
      },
    }
    if (member.rules && sameRules(member.rules, rules)) return
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
  if (choice.protocol === 'webrtc') return { sdp: writeAnswer(media.negotiate(choice.offer)) }
  const secretKey = media.select(choice.mode, choice.address)
  return { mode: choice.mode, secret_key: [...secretKey] }
}

/** Returns the `d` of op 12 that others receive: SSRCs of the server, and no streams from a member without video. */
function videoOf(session: VoiceSession): object {
  const { ticket, media, showsVideo } = session
  const [first] = showsVideo ? media.streams : []
  return {
    user_id: ticket.userId.toString(),
    audio_ssrc: media.ssrc,
    video_ssrc: first?.ssrc ?? 0,
    rtx_ssrc: first?.rtxSsrc ?? 0,
    streams: showsVideo ? session.describeStreams() : [],
  }
}

function sameRules(a: MediaRules, b: MediaRules): boolean {
  return (
    sameKinds(a.send, b.send) &&
    sameKinds(a.receive, b.receive) &&
    sameKinds(a.video?.send ?? null, b.video?.send ?? null) &&
    sameKinds(a.video?.receive ?? null, b.video?.receive ?? null)
  )
}

function sameKinds(a: FrameKinds | null, b: FrameKinds | null): boolean {
  return a === b || (a !== null && b !== null && a.plain === b.plain && a.encrypted === b.encrypted)
}
