import { GatewayOp } from '@guildhall/protocol/constants'
import { afterClose } from './close-codes.ts'
import { helloTimeoutMs } from './retry.ts'

/** A frame of the gateway. */
export interface Frame {
  readonly op: number
  readonly d: unknown
  readonly s: number | null
  readonly t: string | null
}

export type ConnectionStatus = 'connecting' | 'ready' | 'offline' | 'ended'

/** State of a connection. Times are in ms of a monotonic clock. */
export interface ConnectionState {
  readonly status: ConnectionStatus
  /** Whether a socket is open or opens. */
  readonly hasSocket: boolean
  /** Session that Resume continues. */
  readonly session: { readonly id: string; readonly url: string } | null
  readonly seq: number | null
  /** Attempts to connect that failed since the last READY or RESUMED. */
  readonly failures: number
  readonly attemptAt: number
  /** Interval of heartbeats; 0 before HELLO. */
  readonly intervalMs: number
  /** Whether the last heartbeat of the interval is not acknowledged yet. */
  readonly awaitsAck: boolean
}

/** Options on which steps depend. */
export interface ConnectionRules {
  readonly token: string
  readonly url: string
  /** Connects to the address that READY gave after a loss. Not for clients behind their own proxy. */
  readonly usesResumeUrl: boolean
  /** Begins another session when the platform knows the present one no more. */
  readonly renews: boolean
  /** Failed attempts in a row after which the connection ends. */
  readonly attemptsMax: number
  /**
   * Returns the pause after an attempt that failed.
   * @param failures number of failed attempts before it
   */
  readonly pause: (failures: number, sinceAttemptMs: number, random: number) => number
  /** Returns the fields of Identify besides the token. */
  readonly identify: () => object
  /** Returns a number from 0 to below 1. */
  readonly random: () => number
}

export type ConnectionInput =
  | { readonly kind: 'connect' | 'opened' | 'beat' | 'lost' }
  | { readonly kind: 'frame'; readonly frame: Frame }
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string }

export type Timer = 'hello' | 'beat' | 'retry'

/** An action that follows from a step; the transport carries it out. */
export type ConnectionEffect =
  | { readonly kind: 'open'; readonly url: string }
  | { readonly kind: 'send'; readonly op: number; readonly d: unknown }
  /** Closes the socket so that the session can be resumed, and forgets it. */
  | { readonly kind: 'cut' | 'acknowledged' }
  | { readonly kind: 'start'; readonly timer: Timer; readonly ms: number }
  | { readonly kind: 'stop'; readonly timer: Timer }
  | { readonly kind: 'dispatch'; readonly name: string; readonly data: unknown }
  /** `code` is null when the session could not be continued. */
  | { readonly kind: 'end'; readonly code: number | null; readonly why: string }

export interface ConnectionStep {
  readonly state: ConnectionState
  readonly effects: readonly ConnectionEffect[]
}

/** State before the first attempt. */
export const UNCONNECTED: ConnectionState = {
  status: 'connecting',
  hasSocket: false,
  session: null,
  seq: null,
  failures: 0,
  attemptAt: 0,
  intervalMs: 0,
  awaitsAck: false,
}

/** Shortest interval of heartbeats. A shorter one, of a gateway that breaks the protocol, would be a busy loop. */
const HEARTBEAT_MIN_MS = 100

/** Close code of the client that keeps the session resumable; 1000 and 1001 would end it. */
export const KEEPS_SESSION = 4000

/** Returns the next state of a connection and the effects of an input. */
export function stepConnection(
  state: ConnectionState,
  input: ConnectionInput,
  now: number,
  rules: ConnectionRules,
): ConnectionStep {
  if (state.status === 'ended') return { state, effects: [] }
  switch (input.kind) {
    case 'connect':
      return connect(state, now, rules)
    case 'opened':
      // Without waiting for HELLO, which comes a turn of the server's event loop later.
      return { state, effects: [opening(state, rules)] }
    case 'beat':
      return beat(state, now, rules)
    case 'lost':
      return state.hasSocket ? reconnect(state, now, rules) : { state, effects: [] }
    case 'closed':
      return closed(state, input, now, rules)
    case 'frame':
      return received(state, input.frame, now, rules)
  }
}

function connect(state: ConnectionState, now: number, { url, usesResumeUrl }: ConnectionRules): ConnectionStep {
  if (state.hasSocket) return { state, effects: [] }
  const status = state.failures === 0 ? 'connecting' : 'offline'
  return {
    state: { ...state, status, hasSocket: true, attemptAt: now, intervalMs: 0, awaitsAck: false },
    effects: [
      { kind: 'stop', timer: 'retry' },
      { kind: 'open', url: (usesResumeUrl && state.session?.url) || url },
      { kind: 'start', timer: 'hello', ms: helloTimeoutMs(state.failures) },
    ],
  }
}

function opening({ session, seq }: ConnectionState, { token, identify }: ConnectionRules): ConnectionEffect {
  return session && seq !== null
    ? { kind: 'send', op: GatewayOp.RESUME, d: { token, session_id: session.id, seq } }
    : { kind: 'send', op: GatewayOp.IDENTIFY, d: { token, ...identify() } }
}

const heartbeat = ({ seq }: ConnectionState): ConnectionEffect => ({ kind: 'send', op: GatewayOp.HEARTBEAT, d: seq })

/** Sends a heartbeat at its time. A connection that left the one before unacknowledged is dead. */
function beat(state: ConnectionState, now: number, rules: ConnectionRules): ConnectionStep {
  if (state.awaitsAck) return reconnect(state, now, rules)
  const effects = [heartbeat(state), { kind: 'start', timer: 'beat', ms: state.intervalMs } as const]
  return { state: { ...state, awaitsAck: true }, effects }
}

/** Leaves a connection and connects again. */
function reconnect(state: ConnectionState, now: number, rules: ConnectionRules): ConnectionStep {
  const { state: next, effects } = closed(state, { code: KEEPS_SESSION, reason: '' }, now, rules)
  return { state: next, effects: [{ kind: 'cut' }, ...effects] }
}

function closed(
  state: ConnectionState,
  { code, reason }: { code: number; reason: string },
  now: number,
  rules: ConnectionRules,
): ConnectionStep {
  const next = afterClose(code)
  const why = `the connection closed: ${code} ${reason}`.trim()
  if (next === 'end' || state.failures >= rules.attemptsMax) return ended(state, code, why)
  if (next === 'identify' && !rules.renews) return ended(state, code, why)
  const pause = rules.pause(state.failures, now - state.attemptAt, rules.random())
  return {
    state: {
      ...state,
      status: 'offline',
      hasSocket: false,
      session: next === 'identify' ? null : state.session,
      failures: state.failures + 1,
      awaitsAck: false,
    },
    effects: [
      { kind: 'stop', timer: 'hello' },
      { kind: 'stop', timer: 'beat' },
      { kind: 'start', timer: 'retry', ms: pause },
    ],
  }
}

function ended(state: ConnectionState, code: number | null, why: string): ConnectionStep {
  const effects = (['hello', 'beat', 'retry'] as const).map((timer) => ({ kind: 'stop', timer }) as const)
  return {
    state: { ...state, status: 'ended', hasSocket: false, session: null },
    effects: [{ kind: 'cut' }, ...effects, { kind: 'end', code, why }],
  }
}

function received(before: ConnectionState, frame: Frame, now: number, rules: ConnectionRules): ConnectionStep {
  const { op, d, s, t } = frame
  const state = typeof s === 'number' ? { ...before, seq: s } : before
  switch (op) {
    case GatewayOp.HELLO: {
      const intervalMs = (d as { heartbeat_interval?: unknown } | null)?.heartbeat_interval
      const isInterval = typeof intervalMs === 'number' && intervalMs >= HEARTBEAT_MIN_MS
      return isInterval ? greeted(state, intervalMs, rules) : reconnect(state, now, rules)
    }
    case GatewayOp.HEARTBEAT:
      return { state, effects: [heartbeat(state)] }
    case GatewayOp.HEARTBEAT_ACK:
      return { state: { ...state, awaitsAck: false }, effects: [{ kind: 'acknowledged' }] }
    case GatewayOp.RECONNECT:
      return reconnect(state, now, rules)
    case GatewayOp.INVALID_SESSION:
      if (d === true) return reconnect(state, now, rules)
      if (!rules.renews) return ended(state, null, 'the session became invalid')
      return reconnect({ ...state, session: null }, now, rules)
    case GatewayOp.DISPATCH:
      return dispatched(state, t ?? '', d) ?? reconnect(state, now, rules)
    default:
      return { state, effects: [] }
  }
}

function greeted(state: ConnectionState, intervalMs: number, { random }: ConnectionRules): ConnectionStep {
  return {
    state: { ...state, intervalMs, awaitsAck: false },
    effects: [
      { kind: 'stop', timer: 'hello' },
      // Clients that connect again at once send their heartbeats at different times.
      { kind: 'start', timer: 'beat', ms: intervalMs * random() },
    ],
  }
}

/** Returns null for a READY that names no session. */
function dispatched(state: ConnectionState, name: string, data: unknown): ConnectionStep | null {
  const effects: ConnectionEffect[] = [{ kind: 'dispatch', name, data }]
  if (name !== 'READY' && name !== 'RESUMED') return { state, effects }
  const ready = { ...state, status: 'ready', failures: 0 } as const
  if (name === 'RESUMED') return { state: ready, effects }
  const { session_id: id, resume_gateway_url: url } = (data ?? {}) as {
    session_id?: string
    resume_gateway_url?: string
  }
  if (typeof id !== 'string') return null
  return { state: { ...ready, session: { id, url: url ?? '' } }, effects }
}
