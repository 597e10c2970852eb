import { type Instant, VoiceCloseCode, VoiceOp } from '@guildhall/protocol'
import type { Calls } from './calls.ts'
import type { CallEncryption, DaveRefusal, DaveStep } from './dave/call-encryption.ts'
import { readCodecs } from './media/webrtc/video-offer.ts'
import { readSelectProtocol, readSpeaking, readTransitionId } from './payloads.ts'
import { readVideo, readWants } from './video-payloads.ts'
import type { VoiceSession } from './voice-session.ts'

/** Close of the socket for a refused command. */
export interface VoiceClose {
  readonly code: number
  readonly reason: string
}

/** The session that sent a command, and what commands need besides. */
export interface VoiceContext {
  readonly session: VoiceSession
  readonly calls: Calls
  /** Platform date. */
  readonly now: Instant
}

/** A command of voice clients with a session. */
export interface VoiceCommand<Data> {
  readonly op: number
  /** Carries out the command. Returns how the socket is closed for a refused one. */
  run(context: VoiceContext, data: Data): VoiceClose | undefined
}

const BAD_REQUEST: VoiceClose = { code: VoiceCloseCode.BAD_REQUEST, reason: 'Bad request.' }

const selectProtocol: VoiceCommand<unknown> = {
  op: VoiceOp.SELECT_PROTOCOL,
  run({ session, calls }, data) {
    const choice = readSelectProtocol(data)
    if (choice === 'malformed') return BAD_REQUEST
    if (choice === 'protocol') return { code: VoiceCloseCode.UNKNOWN_PROTOCOL, reason: 'Unknown protocol.' }
    if (choice === 'mode') return { code: VoiceCloseCode.UNKNOWN_ENCRYPTION_MODE, reason: 'Unknown encryption mode.' }
    calls.callOf(session).select(session, choice)
    return undefined
  },
}

const speaking: VoiceCommand<unknown> = {
  op: VoiceOp.SPEAKING,
  run({ session, calls, now }, data) {
    const request = readSpeaking(data)
    if (!request) return BAD_REQUEST
    // The SSRC of another member would make the others take one member's voice for another's. A browser sends its own.
    if (request.ssrc !== null && !session.media.owns(request.ssrc))
      return { code: VoiceCloseCode.BAD_REQUEST, reason: 'Unknown SSRC.' }
    session.announceSpeaking(request, now)
    calls.joined(session)?.announceSpeaking(session)
    return undefined
  },
}

/** Declares a command about a transition of the call's encryption. */
function transition(
  op: number,
  input: (group: CallEncryption, userId: bigint, id: number, now: number) => DaveStep,
): VoiceCommand<unknown> {
  return {
    op,
    run(context, data) {
      const id = readTransitionId(data)
      if (id === null) return BAD_REQUEST
      return encrypt(context, (group, now) => input(group, context.session.ticket.userId, id, now))
    },
  }
}

/** Declares a binary command of the call's encryption. */
function encryption(
  op: number,
  input: (group: CallEncryption, userId: bigint, payload: Buffer, now: number) => DaveStep,
): VoiceCommand<Buffer> {
  return {
    op,
    run: (context, payload) =>
      encrypt(context, (group, now) => input(group, context.session.ticket.userId, payload, now)),
  }
}

/** Passes a message to the group of the call. Before Select Protocol there is none, and nothing happens. */
function encrypt(
  { session, calls }: VoiceContext,
  input: (group: CallEncryption, now: number) => DaveStep,
): VoiceClose | undefined {
  const refused: DaveRefusal | undefined = calls.joined(session)?.encryptionMessage(input)
  if (refused === 'rate') return { code: VoiceCloseCode.RATE_LIMITED, reason: 'Rate limited.' }
  return refused === 'malformed' || refused === 'invalid' ? BAD_REQUEST : undefined
}

const video: VoiceCommand<unknown> = {
  op: VoiceOp.VIDEO,
  run({ session, calls }, data) {
    const request = readVideo(data)
    if (!request) return BAD_REQUEST
    if (!request.ssrcs.every((ssrc) => session.media.owns(ssrc)))
      return { code: VoiceCloseCode.BAD_REQUEST, reason: 'Unknown SSRC.' }
    session.showVideo(request.rids)
    calls.joined(session)?.announceVideo(session)
    return undefined
  },
}

const mediaSinkWants: VoiceCommand<unknown> = {
  op: VoiceOp.MEDIA_SINK_WANTS,
  run({ session }, data) {
    const wants = readWants(data)
    if (!wants) return BAD_REQUEST
    session.media.want(wants)
    return undefined
  },
}

const sessionUpdate: VoiceCommand<unknown> = {
  op: VoiceOp.SESSION_UPDATE,
  run({ session, calls }, data) {
    const { codecs } = (data ?? {}) as { codecs?: unknown }
    if (codecs === undefined) return undefined
    session.media.useCodecs(readCodecs(codecs))
    calls.joined(session)?.chooseCodec()
    return undefined
  },
}

/** Declares a command about devices or versions. No media depends on it, and clients expect no response. */
const ignored = (op: number): VoiceCommand<unknown> => ({ op, run: () => undefined })

/** Commands in JSON. Heartbeat, Identify and Resume are about the socket itself, so `VoiceClient` has them. */
const TEXT: readonly VoiceCommand<unknown>[] = [
  selectProtocol,
  speaking,
  transition(VoiceOp.DAVE_TRANSITION_READY, (group, user, id, now) => group.transitionReady(user, id, now)),
  transition(VoiceOp.DAVE_INVALID_COMMIT_WELCOME, (group, user, id, now) => group.invalidCommitWelcome(user, id, now)),
  video,
  sessionUpdate,
  mediaSinkWants,
  ignored(VoiceOp.VOICE_BACKEND_VERSION),
  ignored(VoiceOp.CHANNEL_OPTIONS_UPDATE),
  ignored(VoiceOp.CLIENT_FLAGS),
  ignored(VoiceOp.CLIENT_PLATFORM),
]

/** Commands in binary messages, whose first byte is the opcode. */
const BINARY: readonly VoiceCommand<Buffer>[] = [
  encryption(VoiceOp.DAVE_KEY_PACKAGE, (group, user, payload, now) => group.keyPackage(user, payload, now)),
  encryption(VoiceOp.DAVE_COMMIT_WELCOME, (group, user, payload, now) => group.commitWelcome(user, payload, now)),
]

/** Commands in JSON by opcode. */
export const TEXT_COMMANDS: ReadonlyMap<number, VoiceCommand<unknown>> = new Map(
  TEXT.map((command) => [command.op, command]),
)

/** Commands in binary messages by opcode. */
export const BINARY_COMMANDS: ReadonlyMap<number, VoiceCommand<Buffer>> = new Map(
  BINARY.map((command) => [command.op, command]),
)
