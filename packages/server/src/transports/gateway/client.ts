import { randomBytes } from 'node:crypto'
import { CloseCode, GATEWAY_PAYLOAD_MAX_BYTES, GatewayOp, gameIntents, SHARD_GUILDS_MAX } from '@guildhall/protocol'
import { currentFlags } from '../../resources/accounts/applications/index.ts'
import { onlinePresence, readPresence } from '../../resources/accounts/presences/index.ts'
import type { Identity } from '../../resources/accounts/users/index.ts'
import { FirstFrame } from '../first-frame.ts'
import { isClientOpcode } from './client-opcodes.ts'
import type { ClientOptions, ClientParts } from './client-parts.ts'
import { CommandRate, whyRateLimited } from './command-rate.ts'
import { commandFor } from './commands/index.ts'
import { presenceSourceOf } from './commands/update-presence.ts'
import { PayloadCompression } from './compression.ts'
import type { Connection } from './connection.ts'
import type { Encoding } from './encoding.ts'
import { ConnectionTape } from './frame-tape.ts'
import type { Gateway } from './gateway.ts'
import { HEARTBEAT_INTERVAL_MS, type HeartbeatSource } from './heartbeats.ts'
import {
  connectingIdentity,
  effectiveIntents,
  explainConnecting,
  type IdentifyRequest,
  mayResume,
  readIdentify,
  refusalOfIntents,
} from './identify.ts'
import { logIgnored } from './ignored.ts'
import { whyIntents, whyNotInGame, whyNotReplayed, whyNotResumable, whySharding } from './refusal-reasons.ts'
import { takeUpSession } from './restored-sessions.ts'
import { Session } from './session.ts'

const VERSIONS: readonly number[] = [9, 10]

/** The client of one connection: reads its commands and checks which are allowed in its state. */
export class Client implements HeartbeatSource {
  /** Commands about the connection itself, by opcode. They need no session. */
  static readonly #ofConnection: ReadonlyMap<number, (client: Client, data: unknown) => void> = new Map<
    number,
    (client: Client, data: unknown) => void
  >([
    [GatewayOp.HEARTBEAT, (client, data) => client.#heartbeat(data)],
    [GatewayOp.IDENTIFY, (client, data) => client.#identify(data)],
    [GatewayOp.RESUME, (client, data) => client.#resume(data)],
  ])

  readonly #parts: ClientParts
  #connection: Connection
  readonly #tape: ConnectionTape
  readonly #encoding: Encoding | undefined
  readonly #options: ClientOptions
  /** HELLO, or the close of a connection that cannot have one. */
  readonly #first: FirstFrame
  #session: Session | null = null
  #identifying = false
  readonly #rate = new CommandRate()

  constructor(parts: ClientParts, connection: Connection, options: ClientOptions) {
    this.#parts = parts
    this.#connection = connection
    this.#encoding = options.encoding
    this.#tape = new ConnectionTape(parts.tape, options.encoding)
    this.#options = options
    this.#first = new FirstFrame(() => this.#hello())
  }

  /** Gateway of the present world. */
  get #gateway(): Gateway {
    return this.#parts.gateway
  }

  #hello(): void {
    if (!VERSIONS.includes(this.#options.version))
      return this.#close(CloseCode.INVALID_API_VERSION, 'Invalid API version.')
    if (!this.#encoding) return this.#close(CloseCode.DECODE_ERROR, 'Error while decoding payload.')
    this.#send(GatewayOp.HELLO, { heartbeat_interval: HEARTBEAT_INTERVAL_MS, _trace: [] })
    this.#gateway.heartbeats.received(this)
  }

  /** Sends op 1, to which a live client responds with a heartbeat. */
  requestHeartbeat(): void {
    this.#send(GatewayOp.HEARTBEAT, null)
  }

  /** Closes a connection without heartbeats. */
  heartbeatMissed(): void {
    this.#close(
      CloseCode.SESSION_TIMED_OUT,
      'Session timed out.',
      () => `no heartbeat came in ${HEARTBEAT_INTERVAL_MS} ms`,
    )
  }

  /** Handles one message from the client. */
  receive(data: Buffer): void {
    this.#first.send()
    if (!this.#connection.open || !this.#encoding) return
    this.#tape.received(data)
    const undecodable = () => this.#close(CloseCode.DECODE_ERROR, 'Error while decoding payload.')
    if (data.length > GATEWAY_PAYLOAD_MAX_BYTES) return undecodable()
    if (this.#rate.exceeded(this.#parts.wallClock.now()))
      return this.#close(CloseCode.RATE_LIMITED, 'Rate limited.', whyRateLimited)
    let payload: { op?: unknown; d?: unknown } | null
    try {
      payload = this.#encoding.decodeReceived(data) as typeof payload
    } catch {
      return undecodable()
    }
    if (typeof payload !== 'object' || payload === null || !Number.isInteger(payload.op)) return undecodable()
    const { log } = this.#parts
    if (log.isLevelEnabled('debug')) {
      const { id, userId } = this.#session ?? {}
      log.debug({ op: payload.op, session: id?.slice(0, 8), user: userId?.toString() }, 'gateway command')
    }
    try {
      this.#command(payload.op as number, payload.d)
    } catch (err) {
      // A fault in one command must not end the process, and with it every other session.
      log.error({ err, op: payload.op }, 'a gateway command failed')
      this.#close(CloseCode.UNKNOWN_ERROR, 'Unknown error.')
    }
  }

  #command(op: number, data: unknown): void {
    if (!isClientOpcode(op)) return this.#close(CloseCode.UNKNOWN_OPCODE, 'Unknown opcode.')
    const ofConnection = Client.#ofConnection.get(op)
    if (ofConnection) return ofConnection(this, data)
    const session = this.#session
    if (!session) return this.#close(CloseCode.NOT_AUTHENTICATED, 'Not authenticated.')
    const ignored = (reason: string) => logIgnored(this.#parts.log, op, session, reason)
    const command = commandFor(op, session)
    if (command === null) return
    if (typeof command === 'string') return ignored(command)
    const gateway = this.#gateway
    const background = (task: Promise<void>) => gateway.runInBackground(task, 'a gateway command failed')
    const context = { gateway, session, now: this.#parts.clock.now(), background, ignored }
    if (!command.handle(data, context)) this.#close(CloseCode.DECODE_ERROR, 'Error while decoding payload.')
  }

  #heartbeat(acknowledged: unknown): void {
    this.#gateway.heartbeats.received(this)
    this.#session?.replay.heartbeat(Number.isInteger(acknowledged) ? (acknowledged as number) : null)
    this.#send(GatewayOp.HEARTBEAT_ACK, null)
  }

  #identify(data: unknown): void {
    if (this.#session || this.#identifying)
      return this.#close(CloseCode.ALREADY_AUTHENTICATED, 'Already authenticated.')
    const request = readIdentify(data)
    if ('close' in request) return this.#close(request.close, request.reason)
    if (this.#gateway.leadsAway) return this.reconnect()
    this.#identifying = true
    const started = this.#gateway.identifies.run(() => this.#start(request))
    this.#gateway.runInBackground(this.#closeOnFailure(started), 'identify failed')
  }

  async #start(request: IdentifyRequest): Promise<void> {
    const gateway = this.#gateway
    const identity = await connectingIdentity(this.#parts.authenticator, request.token)
    if (!identity) return this.#refuse(request.token)
    const { application } = identity
    const flags = application ? currentFlags(application, this.#parts.clock.now()) : 0n
    const refusal = identity.kind === 'bot' && refusalOfIntents(request.intents ?? 0, { flags })
    if (refusal) return this.#close(refusal.close, refusal.reason, () => whyIntents(request.intents ?? 0, flags))
    const id = randomBytes(16).toString('hex')
    const limited = await this.#countIdentify(id, identity, request)
    if (limited !== null) {
      this.#identifying = false
      return this.#invalid(false, () => limited)
    }
    try {
      await this.#begin(id, identity, request, flags)
    } finally {
      if (identity.kind === 'bearer' && !gateway.sessions.has(id)) await gateway.gameSessions.release(id)
    }
  }

  async #begin(id: string, identity: Identity, request: IdentifyRequest, flags: bigint): Promise<void> {
    const gateway = this.#gateway
    const encoding = this.#encoding
    if (!encoding || !this.#connection.open) return
    const intents =
      identity.kind === 'bearer'
        ? gameIntents(request.intents)
        : effectiveIntents(request.intents ?? 0, this.#options.version, { flags })
    const session = new Session({ ...request, intents, id, identity, encoding }, gateway.outbox)
    const { log } = this.#parts
    if (log.isLevelEnabled('debug')) {
      session.onDispatch = (name) =>
        log.debug({ t: name, session: id.slice(0, 8), user: session.userId.toString() }, 'dispatch')
    }
    const guildIds =
      session.kind === 'game'
        ? []
        : await gateway.guilds.ofUser(session.userId, (guildId) => session.ownsGuild(guildId))
    if (session.kind === 'bot' && guildIds.length > SHARD_GUILDS_MAX)
      return this.#close(CloseCode.SHARDING_REQUIRED, 'Sharding required.', () => whySharding(guildIds.length))
    if (!this.#connection.open) return
    if (gateway.closing) return this.reconnect()
    // Some libraries request both kinds of compression; a compressed stream must not contain compressed messages.
    const isPossible = this.#encoding?.hasPayloadCompression === true && !this.#options.compressed
    if (request.compress && isPossible) this.#connection = new PayloadCompression(this.#connection)
    session.attach(this.#connection, 0)
    this.#session = session
    this.#tape.begin(session)
    this.#options.onIdentified()
    const { client } = request
    // Games set their presence by op 3 only.
    const given = session.kind === 'game' ? null : request.presence
    const presence =
      readPresence(given, presenceSourceOf(session, client, this.#parts.clock.now())) ?? onlinePresence(client)
    const { version, resumeUrl } = this.#options
    try {
      await gateway.begin(session, { version, guildIds, presence, resumeUrl })
    } catch (error) {
      // Resume would continue it without what its client was not sent.
      gateway.end(session)
      throw error
    }
  }

  /** Counts the Identify. Returns which limit of the bot or of the player is reached; null for none. */
  async #countIdentify(id: string, identity: Identity, request: IdentifyRequest): Promise<string | null> {
    const { identifyLimits, gameSessions } = this.#gateway
    if (identity.kind === 'bearer') return (await gameSessions.admit(id, identity)) ? null : whyNotInGame(identity)
    if (identity.kind === 'person') return null
    return identifyLimits.take(identity.userId, request.shard[0], identity.application?.max_concurrency ?? 1)
  }

  #resume(data: unknown): void {
    if (this.#session || this.#identifying)
      return this.#close(CloseCode.ALREADY_AUTHENTICATED, 'Already authenticated.')
    const { token, session_id, seq } = (data ?? {}) as Record<string, unknown>
    if (typeof token !== 'string' || typeof session_id !== 'string' || !Number.isInteger(seq)) {
      return this.#close(CloseCode.DECODE_ERROR, 'Error while decoding payload.')
    }
    if (this.#gateway.leadsAway) return this.reconnect()
    this.#identifying = true
    this.#gateway.runInBackground(
      this.#closeOnFailure(this.#continueSession(token, session_id, seq as number)),
      'resume failed',
    )
  }

  /** Closes the connection if a command fails. */
  async #closeOnFailure(command: Promise<void>): Promise<void> {
    try {
      await command
    } catch (error) {
      this.#close(CloseCode.UNKNOWN_ERROR, 'Unknown error.')
      throw error
    }
  }

  async #continueSession(token: string, sessionId: string, seq: number): Promise<void> {
    const identity = await connectingIdentity(this.#parts.authenticator, token)
    this.#identifying = false
    if (!identity) return this.#refuse(token)
    const gateway = this.#gateway
    const isWaiting = () => this.#connection.open
    // A session without its guilds would take what it was sent of them for hidden.
    await gateway.moves?.whenArrived(sessionId)
    const session =
      gateway.sessions.get(sessionId) ?? (await takeUpSession(gateway, sessionId, { identity, isWaiting }))
    if (this.#gateway.closing) return this.#invalid(true, () => 'the platform is stopping')
    const resumable = session && mayResume(session.identity, identity) && session.encoding === this.#encoding
    if (!resumable) return this.#invalid(false, () => whyNotResumable(session, identity, sessionId))
    if (seq > session.seq) return this.#close(CloseCode.INVALID_SEQ, 'Invalid seq.', () => whyNotReplayed(session, seq))
    if (!this.#connection.open) return
    if (seq + 1 < session.replay.first) {
      this.#gateway.end(session)
      return this.#invalid(false, () => whyNotReplayed(session, seq))
    }
    const former = session.connection
    this.#session = session
    this.#tape.begin(session)
    this.#options.onIdentified()
    this.#gateway.resume(session, identity, this.#connection, seq)
    former?.close(CloseCode.UNKNOWN_ERROR, 'Session resumed elsewhere.')
  }

  /** Session of the connection; null before Identify or Resume. */
  get session(): Session | null {
    return this.#session
  }

  /** Tells the client to resume on a new connection. */
  reconnect(reason = 'Restarting.'): void {
    this.#first.send()
    this.#send(GatewayOp.RECONNECT, null)
    this.#close(CloseCode.UNKNOWN_ERROR, reason)
  }

  /** Tells the client that its session is invalid. It may resume, or identify, on this connection. */
  invalidate(resumable: boolean): void {
    const session = this.#session
    this.#invalid(resumable, () => 'the control API, or a change of the world, ended the session')
    this.#session = null
    this.#tape.begin(null)
    this.#identifying = false
    if (session) this.#gateway.detach(session, !resumable)
  }

  /** Closes a connection whose session nobody continues, and that is sent nothing more. */
  drop(reason: string): void {
    this.#session?.detach(this.#parts.wallClock.now())
    this.#session = null
    this.#close(CloseCode.UNKNOWN_ERROR, reason)
  }

  /** Closes the connection of a client whose token is not known any more. */
  refuseToken(): void {
    this.#close(
      CloseCode.AUTHENTICATION_FAILED,
      'Authentication failed.',
      () => 'the token was revoked or is not of the present world',
    )
  }

  /** Notes that the socket was closed. */
  closed(code: number): void {
    this.#first.cancel()
    this.#gateway.heartbeats.remove(this)
    this.#connection.release()
    this.#tape.closed('in', code, '')
    const session = this.#session
    if (session?.connection === this.#connection) this.#gateway.detach(session, code === 1000 || code === 1001)
  }

  /** Closes the connection of a token that is not good. */
  async #refuse(token: string): Promise<void> {
    const why = this.#parts.tape.recording ? await explainConnecting(this.#parts.authenticator, token) : ''
    this.#close(CloseCode.AUTHENTICATION_FAILED, 'Authentication failed.', () => why)
  }

  #invalid(resumable: boolean, why: () => string): void {
    this.#send(GatewayOp.INVALID_SESSION, resumable, why)
  }

  /** Sends a payload. `why` is for the tape and is called only if it records. */
  #send(op: number, data: unknown, why?: () => string): void {
    const encoding = this.#encoding
    // Earlier dispatches are written first.
    this.#session?.flush()
    const message = encoding?.encode({ t: null, s: null, op, d: data })
    if (encoding && message) this.#connection.send(this.#tape.sent(message, why), encoding.binary)
  }

  #close(code: number, reason: string, why?: () => string): void {
    this.#session?.flush()
    this.#tape.closed('out', code, reason, why)
    this.#connection.close(code, reason)
  }
}
