import type { Instant, Snowflake } from '@guildhall/protocol'
import type { User } from '../../kernel/model.ts'
import type { SessionKind } from '../../kernel/viewer.ts'
import type { Identity } from '../../resources/accounts/users/index.ts'
import { ComingGuilds } from './coming-guilds.ts'
import type { Connection } from './connection.ts'
import { Dispatch, type EncodedDispatch, type Scope } from './dispatch.ts'
import type { Encoding } from './encoding.ts'
import type { FrameFaults } from './frame-faults.ts'
import { tapeDispatch } from './frame-tape.ts'
import type { Outbox } from './outbox.ts'
import { ReplayBuffer } from './replay-buffer.ts'

/** Bytes that may wait in the socket. More stays in the replay buffer, which shares bytes with other sessions. */
const BACKLOG_BYTES_MAX = 1024 * 1024

/** Channels of a guild that became visible to a session, which was not sent their threads yet. */
export interface UnsyncedChannels {
  readonly guildId: Snowflake
  readonly channelIds: readonly Snowflake[]
}

export interface SessionOptions {
  id: string
  identity: Identity
  encoding: Encoding
  intents: number
  capabilities: number
  shard: readonly [number, number]
  largeThreshold: number
}

/**
 * A gateway session. It outlives its connections, gives each dispatch a sequence number and can send the last ones
 * again.
 */
export class Session {
  // The fields that each dispatch needs come first, side by side in memory: with thousands of sessions none is in a
  // CPU cache.
  readonly replay: ReplayBuffer
  #connection: Connection | null = null
  /** Last sequence number that was passed to the connection. */
  #sent = 0
  /** Whether the socket's backlog is full. */
  #blocked = false
  /** Whether the session is in the outbox. */
  queued = false
  /** Faults of the next dispatches that the operator asked for. */
  faults: FrameFaults | null = null
  /** Called with the name of each dispatch, for the log. */
  onDispatch: ((name: string) => void) | null = null
  readonly encoding: Encoding
  readonly #outbox: Outbox
  readonly id: string
  #identity: Identity
  readonly kind: SessionKind
  readonly intents: number
  readonly capabilities: number
  readonly shard: readonly [number, number]
  readonly largeThreshold: number
  readonly guilds = new Set<Snowflake>()
  readonly coming = new ComingGuilds()
  /** Channels whose threads are being read for THREAD_LIST_SYNC. */
  readonly unsynced = new Set<UnsyncedChannels>()
  /** Lobbies that the session watches; only games' sessions watch any. */
  readonly lobbies = new Set<Snowflake>()
  /** Time at which the last connection was lost; null while there is one. */
  detachedAt: Instant | null = null

  constructor(options: SessionOptions, outbox: Outbox, replay: ReplayBuffer = new ReplayBuffer()) {
    this.id = options.id
    this.#identity = options.identity
    this.encoding = options.encoding
    this.kind = options.identity.kind === 'bearer' ? 'game' : options.identity.kind
    this.intents = options.intents
    this.capabilities = options.capabilities
    this.shard = options.shard
    this.largeThreshold = options.largeThreshold
    this.#outbox = outbox
    this.replay = replay
  }

  get identity(): Identity {
    return this.#identity
  }

  get userId(): Snowflake {
    return this.#identity.userId
  }

  /** Application of a bot or a game. */
  get applicationId(): Snowflake | null {
    return this.#identity.application?.id ?? null
  }

  /** Replaces the user of the session after a change. */
  replaceUser(user: User): void {
    this.#identity = { ...this.#identity, user }
  }

  /** Replaces the token of a session that its client resumed with another one of the same user and application. */
  replaceToken(identity: Identity): void {
    this.#identity = identity
  }

  /** Last sequence number. */
  get seq(): number {
    return this.replay.last
  }

  get connection(): Connection | null {
    return this.#connection
  }

  /** Returns whether events of a guild belong to the session's shard. Events without a guild belong to shard 0. */
  ownsGuild(guildId: Snowflake | null): boolean {
    const [id, count] = this.shard
    if (guildId === null) return id === 0
    return Number((guildId >> 22n) % BigInt(count)) === id
  }

  /** Sends dispatches to this connection, beginning with the one after `seq`. */
  attach(connection: Connection, seq: number): void {
    this.#connection = connection
    this.#sent = seq
    this.#blocked = false
    this.detachedAt = null
    if (this.seq > seq) this.#outbox.add(this)
  }

  /** Notes that the connection was lost. Dispatches go to the replay buffer only. */
  detach(at: Instant): void {
    this.#connection = null
    this.detachedAt = at
  }

  /** Forgets what it knows of a world that has ended. Its dispatches stay, so that it can be resumed. */
  leaveWorld(): void {
    this.guilds.clear()
    this.lobbies.clear()
    this.faults = null
  }

  /** Numbers a dispatch. It is written at the end of the tick, together with all others. */
  dispatch(dispatch: EncodedDispatch): void {
    const connection = this.#connection
    this.#outbox.metrics.dispatches += 1
    this.replay.push(dispatch, connection === null ? undefined : this.#sent + 1)
    if (this.onDispatch !== null) this.onDispatch(dispatch.name)
    if (connection === null) return
    if (this.replay.exceeded) this.#relieve(connection)
    if (!this.queued) this.#outbox.add(this)
  }

  /** Writes what waits beyond the bounds of the replay buffer, such as the GUILD_CREATE of a large guild. */
  #relieve(connection: Connection): void {
    while (!this.#blocked && this.#sent < this.seq && this.#outbox.open) this.flush()
    this.replay.trim(this.#sent + 1)
    // The client reads too slowly. It may resume, as long as the buffer has what it missed.
    if (this.replay.exceeded) connection.terminate()
  }

  /** Does the same for the only dispatch of a tick: it is written at once, while its data is in the CPU caches. */
  dispatchOnly(dispatch: EncodedDispatch): void {
    const connection = this.#connection
    const isAside = this.queued || this.#blocked || this.faults !== null || this.#sent !== this.seq
    if (!connection || isAside || !this.#outbox.open) return this.dispatch(dispatch)
    this.#outbox.metrics.dispatches += 1
    this.replay.push(dispatch)
    if (this.onDispatch !== null) this.onDispatch(dispatch.name)
    this.#sent += 1
    if (this.#outbox.tape.recording) tapeDispatch(this.#outbox.tape, this, dispatch, this.#sent)
    connection.dispatchOne(dispatch, this.#sent, this.encoding)
    if (connection.backlog >= BACKLOG_BYTES_MAX) this.#resumeWhenDrained(connection)
  }

  /** Encodes and dispatches an event that only this session receives. */
  send(name: string, data: unknown, scope?: Scope): void {
    this.dispatch(new Dispatch(name, () => data, scope).in(this.encoding))
  }

  /** Writes waiting dispatches to the connection; for a slow reader, as many as the socket takes. */
  flush(): void {
    const connection = this.#connection
    if (!connection || this.#blocked || this.#sent === this.seq) return
    if (!this.#outbox.open) return this.#outbox.add(this)
    if (this.faults !== null) return this.#flushFaulty(connection, this.faults)
    const next = this.#sent + 1
    const only = next === this.seq ? this.replay.at(next) : null
    if (only) {
      if (this.#outbox.tape.recording) tapeDispatch(this.#outbox.tape, this, only, next)
      connection.dispatchOne(only, next, this.encoding)
      this.#sent = next
    } else {
      const dispatches = this.replay.from(next, BACKLOG_BYTES_MAX)
      if (this.#outbox.tape.recording) this.#tape(dispatches, next)
      connection.dispatch(dispatches, next, this.encoding)
      this.#sent += dispatches.length
    }
    if (connection.backlog < BACKLOG_BYTES_MAX) {
      if (this.#sent < this.seq) this.#outbox.add(this)
      return
    }
    this.#resumeWhenDrained(connection)
  }

  /** Records dispatches with sequence numbers from `seq` on. */
  #tape(dispatches: readonly (EncodedDispatch | null)[], seq: number): void {
    for (const [index, dispatch] of dispatches.entries()) {
      if (dispatch) tapeDispatch(this.#outbox.tape, this, dispatch, seq + index)
    }
  }

  #flushFaulty(connection: Connection, faults: FrameFaults): void {
    const kind = faults.next()
    if (kind === null) {
      this.faults = null
      return this.flush()
    }
    if (kind === 'delay_frames') {
      this.#blocked = true
      faults.later(() => {
        if (this.#connection !== connection) return
        this.#blocked = false
        this.#writeNext(connection, 1)
        this.#outbox.add(this)
      })
      return
    }
    this.#writeNext(connection, kind === 'drop_frames' ? 0 : 2)
    this.flush()
  }

  /** Writes the next dispatch this many times. */
  #writeNext(connection: Connection, times: number): void {
    this.#sent += 1
    const dispatch = this.replay.at(this.#sent)
    for (let time = 0; dispatch && time < times; time += 1) {
      this.#tape([dispatch], this.#sent)
      connection.dispatchOne(dispatch, this.#sent, this.encoding)
    }
  }

  #resumeWhenDrained(connection: Connection): void {
    this.#blocked = true
    connection.onceDrained(() => {
      if (this.#connection !== connection) return
      this.#blocked = false
      this.#outbox.add(this)
    })
  }

  /** Whether the socket takes no more dispatches until the client has read some. */
  get congested(): boolean {
    return this.#blocked && this.#connection?.open === true
  }

  /**
   * Resolves when the client has read everything, so that a long response can wait for it; at once without a
   * connection.
   */
  drained(): Promise<void> {
    this.flush()
    const connection = this.#connection
    if (!connection?.open || connection.backlog === 0) return Promise.resolve()
    return new Promise((resolve) => {
      connection.onceDrained(resolve)
    })
  }
}
