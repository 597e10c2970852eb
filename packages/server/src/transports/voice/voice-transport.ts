import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { ApiError, type Changes, VOICE_VERSION_MAX, VOICE_VERSION_MIN } from '@guildhall/protocol'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Metrics } from '../../kernel/metrics.ts'
import { type ShareLimits, Shares } from '../../kernel/shares.ts'
import type { Tape } from '../../kernel/tape/tape.ts'
import type { Units } from '../../kernel/units.ts'
import type { VoiceServer } from '../../kernel/voice.ts'
import type { VoiceControl } from '../../kernel/voice-control.ts'
import { queryOf } from '../query.ts'
import { endWithResponse, VIA } from '../raw-response.ts'
import { ignoreSubprotocols } from '../subprotocols.ts'
import { Admission } from './admission.ts'
import { callControl } from './call-control.ts'
import { Calls, type CallsParts } from './calls.ts'
import type { MediaServer } from './media/media-server.ts'
import { VoiceTokens } from './tokens.ts'
import { VoiceClient, type VoiceClientParts } from './voice-client.ts'
import { VoiceSocket } from './voice-socket.ts'
import { VoiceTape } from './voice-tape.ts'

/** A commit with the Welcomes of a full channel takes some 50 KiB. */
const MESSAGE_BYTES_MAX = 256 * 1024
/** Sockets without a voice session, per address and in total. */
const UNIDENTIFIED_LIMITS: ShareLimits = { perHolder: 250, total: 5_000 }
const UNLIMITED: ShareLimits = { perHolder: Number.POSITIVE_INFINITY, total: Number.POSITIVE_INFINITY }
/** Close code of a client that leaves, and the code of a close frame without one. */
const LEFT: ReadonlySet<number> = new Set([1000, 1005])

export interface VoiceTransportParts {
  /** Host and port that clients put `wss://` in front of. */
  endpoint: string
  /** Key of voice tokens, the same over restarts. */
  tokenKey: Buffer
  media: MediaServer
  /** STUN and TURN servers of the operator, which pages receive. */
  iceServers: VoiceClientParts['iceServers']
  encryptionFor: CallsParts['encryptionFor']
  units: Units
  bus: Bus
  changes: Changes
  clock: Clock
  wallClock: Clock
  /** Returns the address that limits count a request for. */
  addressOf: (request: IncomingMessage) => string
  rateLimits: 'documented' | 'off'
  log: Logger
  tape: Tape
  metrics: Metrics
}

export interface VoiceTransport {
  readonly server: VoiceServer
  /** Hold of the control API on the calls. */
  readonly control: Pick<VoiceControl, 'calls' | 'fault'>
  /** Accepts an HTTP upgrade for which `isVoiceUpgrade` is true. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Ends all calls with a close code, and accepts no more clients. The media server is its opener's to stop. */
  close(code: number, reason: string): void
}

/**
 * Returns whether an upgrade is meant for the voice gateway. Voice clients connect to the bare endpoint, some with
 * their own path, and name a version below that of the main gateway or no encoding. The main gateway has its own
 * path, and clients that use `/` for it name an encoding or version 10.
 */
export function isVoiceUpgrade(url: string): boolean {
  const path = url.split('?', 1)[0]
  if (path === '/gateway' || path === '/gateway/') return false
  const query = queryOf(url)
  const version = Number(query.get('v') ?? Number.NaN)
  const supported = Number.isInteger(version) && version >= VOICE_VERSION_MIN && version <= VOICE_VERSION_MAX
  return supported && !query.has('encoding')
}

/** Returns the server of WebSockets, which names the version of the voice protocol in each handshake. */
function voiceSockets(): WebSocketServer {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MESSAGE_BYTES_MAX,
    perMessageDeflate: false,
    clientTracking: false,
  })
  sockets.on('headers', (headers) => headers.push(`Via: ${VIA}`))
  sockets.on('wsClientError', (error, socket) => {
    endWithResponse(socket, 400, { headers: { 'Sec-WebSocket-Version': '13' }, body: error.message })
  })
  return sockets
}

/** Starts the voice gateway: WebSockets of voice clients, and the calls that their users take part in. */
export function voiceTransport(parts: VoiceTransportParts): VoiceTransport {
  const { clock, wallClock, log } = parts
  const tokens = new VoiceTokens(parts.tokenKey)
  const calls = new Calls(parts)
  const admission = new Admission({ ...parts, calls, tokens, isShared: parts.bus.shared !== null })
  const clientParts = { calls, admission, iceServers: parts.iceServers, clock, wallClock, log }
  const unidentified = new Shares(parts.rateLimits === 'off' ? UNLIMITED : UNIDENTIFIED_LIMITS)
  const sockets = voiceSockets()
  const stopListening = parts.bus.listen((event) => calls.receive(event))
  let closing = false
  function connected(webSocket: WebSocket, version: number, onIdentified: () => void): void {
    const socket = new VoiceSocket(webSocket, new VoiceTape(parts.tape))
    const client = new VoiceClient(clientParts, socket, { version, onIdentified })
    webSocket.on('message', (data, binary) => client.receive(data as Buffer, binary))
    parts.metrics.voiceSessions += 1
    webSocket.on('close', (code) => {
      parts.metrics.voiceSessions -= 1
      client.closed(LEFT.has(code))
    })
    // After an invalid frame `ws` closes the socket itself; 'close' follows.
    webSocket.on('error', () => undefined)
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const address = parts.addressOf(request)
    if (closing || !unidentified.take(address, 1)) return refuse(socket)
    let counted = true
    const release = () => {
      if (counted) unidentified.give(address, 1)
      counted = false
    }
    // Also if the handshake fails.
    socket.once('close', release)
    ignoreSubprotocols(request)
    const version = Number(queryOf(request.url ?? '').get('v'))
    sockets.handleUpgrade(request, socket, head, (webSocket) => connected(webSocket, version, release))
  }

  function refuse(socket: Duplex): void {
    const error = new ApiError('OVERLOADED')
    const headers = { 'Content-Type': 'application/json', 'Retry-After': '5' }
    endWithResponse(socket, error.status, { headers, body: JSON.stringify(error) })
  }

  return {
    server: {
      ...{ endpoint: parts.endpoint, know: calls.know.bind(calls) },
      tokenFor: (ticket) => tokens.issue(ticket),
      // From the close frame on: the TCP connection may end much later.
      isConnected: (ticket) => calls.at(ticket)?.socket?.open === true,
      responds: async (ticket) => (await calls.at(ticket)?.socket?.responds(wallClock)) ?? false,
      spokeAt: (ticket) => calls.at(ticket)?.spokeAt(clock.now()) ?? null,
    },
    control: callControl(calls),
    upgrade,
    close(code, reason) {
      closing = true
      stopListening()
      calls.endAll(code, reason)
      sockets.close()
    },
  }
}
