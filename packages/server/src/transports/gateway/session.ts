import type { Instant, Snowflake } from '@guildhall/protocol'
import type { Identity } from '../../resources/users/index.ts'
import type { Connection } from './connection.ts'
import type { Encoding } from './encoding.ts'
import type { Outbox } from './outbox.ts'
import { Dispatch, type Payload, type Place } from './payload.ts'
import { Replay } from './replay.ts'

/** What may wait in the socket before the rest waits in the replay, where it is shared with other sessions. */
const BACKLOG_BYTES_MAX = 1024 * 1024

export interface SessionOptions {
  id: string
  identity: Identity
  encoding: Encoding
  intents: number
  capabilities: number
  shard: readonly [number, number]
  largeThreshold: number
}

/** One logical session: lives on through several connections, numbers what it is sent and can send it again. */
export class Session {
  // First what each dispatch needs, so that it lies side by side: with thousands of sessions none of it is in the cache.
  readonly replay: Replay
  #connection: Connection | null = null
  /** The last sequence number that was handed to the connection. */
  #sent = 0
  #blocked = false
  /** Already in the outbox. */
  queued = false
  readonly encoding: Encoding
  readonly #outbox: Outbox
  readonly id: string
  readonly identity: Identity
  readonly kind: 'bot' | 'person'
  readonly intents: number
  readonly capabilities: number
  readonly shard: readonly [number, number]
  readonly largeThreshold: number
  readonly guilds = new Set<Snowflake>()
  /** Told of each dispatch, for the log. */
  sent: ((name: string) => void) | null = null
  /** Since when there is no connection. */
  detachedAt: Instant | null = null

  constructor(options: SessionOptions, outbox: Outbox, replay: Replay = new Replay()) {
    this.id = options.id
    this.identity = options.identity
    this.encoding = options.encoding
    this.kind = options.identity.kind === 'bot' ? 'bot' : 'person'
    this.intents = options.intents
    this.capabilities = options.capabilities
    this.shard = options.shard
    this.largeThreshold = options.largeThreshold
    this.#outbox = outbox
    this.replay = replay
  }

  get userId(): Snowflake {
    return this.identity.userId
  }

  get seq(): number {
    return this.replay.last
  }

  get connection(): Connection | null {
    return this.#connection
  }

  /** Does an event of this guild belong to the session's shard? Without a guild it is shard 0's. */
  ownsGuild(guildId: Snowflake | null): boolean {
    const [id, count] = this.shard
    if (guildId === null) return id === 0
    return Number((guildId >> 22n) % BigInt(count)) === id
  }

  /** From now on dispatches go to this connection, beginning with the one after `seq`. */
  attach(connection: Connection, seq: number): void {
    this.#connection = connection
    this.#sent = seq
    this.#blocked = false
    this.detachedAt = null
    if (this.seq > seq) this.#outbox.add(this)
  }

  detach(at: Instant): void {
    this.#connection = null
    this.detachedAt = at
  }

  /** Numbers a dispatch; it leaves with all others of this tick. What it says is shared by all who get it. */
  dispatch(payload: Payload): void {
    this.replay.push(payload)
    if (this.sent !== null) this.sent(payload.name)
    if (this.#connection === null) return
    // The reader is so slow that what it has not been sent is gone: it may resume, and learns then how much it lost.
    if (this.replay.first > this.#sent + 1) this.#connection.terminate()
    else if (!this.queued) this.#outbox.add(this)
  }

  /** The same for the only dispatch of this tick: it leaves at once, while what it needs is at hand. */
  dispatchOnly(payload: Payload): void {
    const connection = this.#connection
    if (!connection || this.queued || this.#blocked || this.#sent !== this.seq) return this.dispatch(payload)
    this.replay.push(payload)
    if (this.sent !== null) this.sent(payload.name)
    this.#sent += 1
    connection.dispatchOne(payload, this.#sent, this.encoding)
    if (connection.backlog >= BACKLOG_BYTES_MAX) this.#waitFor(connection)
  }

  /** The same as `dispatch` for what no other session is sent. */
  say(name: string, data: unknown, place?: Place): void {
    this.dispatch(new Dispatch(name, data, place).in(this.encoding))
  }

  /** Hands to the connection what waits for it; of a slow reader's, as much as it takes. */
  flush(): void {
    const connection = this.#connection
    if (!connection || this.#blocked || this.#sent === this.seq) return
    const next = this.#sent + 1
    const only = next === this.seq ? this.replay.at(next) : null
    if (only) {
      connection.dispatchOne(only, next, this.encoding)
      this.#sent = next
    } else {
      const payloads = this.replay.from(next, BACKLOG_BYTES_MAX)
      connection.dispatch(payloads, next, this.encoding)
      this.#sent += payloads.length
    }
    if (connection.backlog < BACKLOG_BYTES_MAX) {
      if (this.#sent < this.seq) this.#outbox.add(this)
      return
    }
    this.#waitFor(connection)
  }

  #waitFor(connection: Connection): void {
    this.#blocked = true
    connection.onceDrained(() => {
      if (this.#connection !== connection) return
      this.#blocked = false
      this.#outbox.add(this)
    })
  }

  /** Resolves when the reader has kept up, so that a long answer waits for it; at once without a connection. */
  keptUp(): Promise<void> {
    this.flush()
    const connection = this.#connection
    if (!connection?.open || connection.backlog === 0) return Promise.resolve()
    return new Promise((resolve) => {
      connection.onceDrained(resolve)
    })
  }
}
