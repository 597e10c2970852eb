import type { Instant, Snowflake } from '@guildhall/protocol'
import type { Identity } from '../../resources/users/index.ts'
import type { Dispatch, Encoding } from './encoding.ts'
import type { Connection } from './transport.ts'

/** What a session may miss while it has no connection, or may ask for again: bounded by count and bytes. */
const REPLAY_EVENTS_MAX = 2_000
const REPLAY_BYTES_MAX = 4 * 1024 * 1024

export interface SessionOptions {
  id: string
  identity: Identity
  encoding: Encoding
  intents: number
  capabilities: number
  shard: readonly [number, number]
  largeThreshold: number
}

interface Replay {
  seq: number
  head: Buffer
  /** Forgotten when the session leaves the guild: it may no longer see it. */
  guildId: Snowflake | null
}

/** One logical session: lives on through several connections, numbers what it is sent and can send it again. */
export class Session {
  readonly id: string
  readonly identity: Identity
  readonly encoding: Encoding
  readonly kind: 'bot' | 'person'
  readonly intents: number
  readonly capabilities: number
  readonly shard: readonly [number, number]
  readonly largeThreshold: number
  readonly guilds = new Set<Snowflake>()
  connection: Connection | null = null
  /** Since when there is no connection. */
  detachedAt: Instant | null = null
  seq = 0
  #replay: Replay[] = []
  #replayStart = 0
  #replayBytes = 0

  constructor(options: SessionOptions) {
    this.id = options.id
    this.identity = options.identity
    this.encoding = options.encoding
    this.kind = options.identity.kind === 'bot' ? 'bot' : 'person'
    this.intents = options.intents
    this.capabilities = options.capabilities
    this.shard = options.shard
    this.largeThreshold = options.largeThreshold
  }

  get userId(): Snowflake {
    return this.identity.userId
  }

  /** Does an event of this guild belong to the session's shard? Without a guild it is shard 0's. */
  ownsGuild(guildId: Snowflake | null): boolean {
    const [id, count] = this.shard
    if (guildId === null) return id === 0
    return Number((guildId >> 22n) % BigInt(count)) === id
  }

  /** Numbers and sends a dispatch; what it says is shared by all who get it. */
  dispatch(dispatch: Dispatch, guildId: Snowflake | null = null): void {
    this.seq += 1
    const head = dispatch.head(this.encoding)
    this.#replay.push({ seq: this.seq, head, guildId })
    this.#replayBytes += head.length
    while (this.#replay.length - this.#replayStart > REPLAY_EVENTS_MAX || this.#replayBytes > REPLAY_BYTES_MAX)
      this.#forget()
    this.#send(this.seq, head)
  }

  #send(seq: number, head: Buffer): void {
    this.connection?.sendShared(head, this.encoding.dispatchTail(seq), this.encoding.binary)
  }

  /** Everything after `seq` again, on the present connection; false when some of it is gone. */
  replay(seq: number): boolean {
    const first = this.#replay[this.#replayStart]
    const oldest = first ? first.seq : this.seq + 1
    if (seq + 1 < oldest) return false
    for (let index = this.#replayStart; index < this.#replay.length; index += 1) {
      const entry = this.#replay[index] as Replay
      if (entry.seq <= seq) continue
      if (entry.guildId === null || this.guilds.has(entry.guildId)) this.#send(entry.seq, entry.head)
    }
    return true
  }

  #forget(): void {
    const entry = this.#replay[this.#replayStart]
    if (!entry) return
    this.#replayBytes -= entry.head.length
    this.#replayStart += 1
    // Cutting the array's head at each event would cost its whole length each time.
    if (this.#replayStart * 2 < this.#replay.length) return
    this.#replay = this.#replay.slice(this.#replayStart)
    this.#replayStart = 0
  }
}
