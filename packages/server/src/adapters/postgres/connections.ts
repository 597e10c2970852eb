import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '@guildhall/protocol'
import { Connection, ConnectionLostError, GREETING, isRefused, type QueryResult } from './connection.ts'

/** Seconds after which a caller may try again. A database that restarts needs about as long. */
const RETRY_AFTER_S = 5
/** Silence of a connection after which it is asked whether the database is there at all. */
const SILENCE_MAX_MS = 3_000
const WATCH_MS = 1_000
const PROBE_MAX_MS = 2_000
/** Time for which a process makes do with the connections that it has, after the database had none left. */
const FULL_MS = 10_000
/** Time after which the database has certainly noticed that a connection was given up. */
const FREED_MS = 50
/** A lock was not free in time, because another node is slow or was lost. */
const LOCK_NOT_AVAILABLE = '55P03'

const OUTDATED = new ConnectionLostError('The tables have changed since the connection prepared its statements')

/** Returns whether a transaction failed because the database was away. It is undone then, or committed whole. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof ConnectionLostError || (error as { code?: string }).code === LOCK_NOT_AVAILABLE) return true
  return isAway(error.cause)
}

/** Runs work on the database. @throws OVERLOADED (503) with the time of the next try while the database is away */
export async function orAway<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (cause) {
    if (!isAway(cause)) throw cause
    const extra = { retry_after: RETRY_AFTER_S }
    throw new ApiError('OVERLOADED', { extra, cause, reason: 'the database does not respond' })
  }
}

/** A database with connections of several kinds, and whether it responds at all. */
export class Database {
  readonly #url: string
  readonly #greeting: () => string
  readonly #kinds: Connections[] = []
  readonly #watch: NodeJS.Timeout
  #probing = false
  #making: Promise<void> | null = null
  #away: ConnectionLostError | null = null

  /** @param greeting returns the statement that precedes all others on a connection */
  constructor(url: string, greeting: () => string = () => GREETING) {
    this.#url = url
    this.#greeting = greeting
    this.#watch = setInterval(() => void this.#check(), WATCH_MS).unref()
  }

  /** Returns up to `max` connections of a new kind. */
  connections(max: number): Connections {
    const kind = new Connections((onLost) => new Connection(this.#url, onLost, this.#greeting()), max, this)
    this.#kinds.push(kind)
    return kind
  }

  /** @throws ConnectionLostError while the database does not respond, as the last probe found */
  demand(): void {
    if (this.#away) throw this.#away
  }

  /** Gives up all connections: those that follow have another greeting. */
  renew(): void {
    for (const kind of this.#kinds) kind.lose(new ConnectionLostError('The lease of the connection has ended'))
  }

  /**
   * Gives up a connection that nobody uses, for a kind that was refused its only one.
   *
   * @throws the refusal if all are in use
   */
  makeRoom(refusal: ConnectionLostError | null): Promise<void> {
    this.#making ??= this.#giveUpOne(refusal).finally(() => {
      this.#making = null
    })
    return this.#making
  }

  async #giveUpOne(refusal: ConnectionLostError | null): Promise<void> {
    const bySize = this.#kinds.toSorted((one, other) => other.size - one.size)
    if (!bySize.some((kind) => kind.giveUpSpare())) throw refusal
    await pause(FREED_MS)
  }

  /** Gives up the connections that nobody uses, because something more urgent was refused one. */
  giveUpSpares(): void {
    for (const kind of this.#kinds) while (kind.giveUpSpare());
  }

  /** Ends all connections within `timeout` seconds. */
  async end(timeout: number): Promise<void> {
    clearInterval(this.#watch)
    await Promise.all(this.#kinds.map((kind) => kind.end(timeout)))
  }

  /**
   * Gives up connections whose peer vanished without a word, as a machine does that lost its power. A long statement is
   * silent too, so a second connection tells whether the database is there and what it runs. Until it responds, nobody
   * waits for it.
   */
  async #check(): Promise<void> {
    const silent = () => this.#kinds.flatMap((kind) => kind.silent(SILENCE_MAX_MS))
    if (this.#probing || (!this.#away && silent().length === 0)) return
    this.#probing = true
    const found = await probe(this.#url)
    this.#probing = false
    // A database without a connection to spare is there, and does not say what it runs.
    if (isRefused(found)) this.#away = null
    else if (found instanceof Set) {
      this.#away = null
      const forgotten = new ConnectionLostError('The database no longer knows the connection')
      const gone = silent().filter(({ pid }) => !found.has(pid))
      for (const connection of gone) connection.lose(forgotten)
      // Those that nobody uses went the same way.
      if (gone.length > 0) for (const kind of this.#kinds) kind.loseUnused(forgotten)
    } else {
      this.#away = found
      for (const kind of this.#kinds) kind.lose(found)
    }
  }
}

/** Connections of one kind: for transactions, which have one to themselves, or for statements that share them. */
export class Connections {
  readonly #connect: (onLost: (lost: Connection) => void) => Connection
  readonly #max: number
  readonly #database: Database
  /** All that are not lost. */
  readonly #all = new Set<Connection>()
  /** Those that a transaction has. */
  readonly #taken = new Set<Connection>()
  /** Those that are given up once nobody uses them. */
  readonly #outdated = new WeakSet<Connection>()
  readonly #waiting: PromiseWithResolvers<Connection>[] = []
  /** Number of connections when the database had none left, and until when it counts. */
  #room = { count: Number.POSITIVE_INFINITY, until: 0 }

  constructor(connect: (onLost: (lost: Connection) => void) => Connection, max: number, database: Database) {
    this.#connect = connect
    this.#max = max
    this.#database = database
  }

  /**
   * Waits for a connection that nobody else uses. It is given back by `release`. If the database has none left, the
   * caller waits for one of those that this process has.
   *
   * @throws ConnectionLostError while the database does not respond
   */
  async take(): Promise<Connection> {
    this.#database.demand()
    const free = [...this.#all].find((connection) => !this.#taken.has(connection))
    if (free) return this.#give(free)
    if (this.#all.size >= this.#limit) {
      const waiting = Promise.withResolvers<Connection>()
      this.#waiting.push(waiting)
      return waiting.promise
    }
    const connection = this.#give(this.#open())
    await connection.greet()
    if (!connection.wasRefused) return connection
    if (this.#all.size === 0) await this.#database.makeRoom(connection.loss)
    return this.take()
  }

  /** Gives a taken connection to the next one that waits. */
  release(connection: Connection): void {
    if (this.#outdated.has(connection)) return connection.lose(OUTDATED)
    // The place of a lost one was given on when it was lost.
    if (this.#taken.delete(connection) && this.#waiting.length > 0)
      this.#waiting.shift()?.resolve(this.#give(connection))
  }

  /** Sends a single statement on the connection with the least to do. @throws as `take` */
  async send(text: string, parameters: readonly unknown[] = [], prepare = true): Promise<QueryResult> {
    this.#database.demand()
    const connection = this.#leastBusy()
    if (connection.isAccepted) return connection.send(text, parameters, prepare)
    try {
      return await connection.send(text, parameters, prepare)
    } catch (error) {
      if (!connection.wasRefused) throw error
      if (this.#all.size === 0) await this.#database.makeRoom(connection.loss)
      return this.send(text, parameters, prepare)
    }
  }

  get size(): number {
    return this.#all.size
  }

  /** Whether a statement finds a connection, as far as is known. */
  get hasRoom(): boolean {
    return this.#all.size > 0 || performance.now() >= this.#room.until
  }

  /** Gives up a connection that nobody uses, unless it is the only one. Returns whether there was one. */
  giveUpSpare(): boolean {
    const spare = [...this.#all].find((connection) => connection.pending === 0 && !this.#taken.has(connection))
    if (!spare || this.#all.size === 1) return false
    spare.lose(new ConnectionLostError('Another use needs the connection'))
    this.#noteFull()
    return true
  }

  /** Returns those that have waited for more than `ms` without a response. */
  silent(ms: number): Connection[] {
    const now = performance.now()
    return [...this.#all].filter((connection) => connection.silence(now) > ms)
  }

  /** Gives up all connections, and refuses those who wait for one. */
  lose(cause: ConnectionLostError): void {
    for (const { reject } of this.#waiting.splice(0)) reject(cause)
    for (const connection of this.#all) connection.lose(cause)
  }

  /** Lets the next ones begin anew, without what the present ones have prepared. */
  renew(): void {
    for (const connection of this.#all) if (this.#taken.has(connection)) this.#outdated.add(connection)
    this.loseUnused(OUTDATED)
  }

  /** Gives up the connections that nobody uses. */
  loseUnused(cause: ConnectionLostError): void {
    for (const connection of this.#all) {
      if (connection.pending === 0 && !this.#taken.has(connection)) connection.lose(cause)
    }
  }

  /** Ends all connections within `timeout` seconds. */
  async end(timeout: number): Promise<void> {
    await Promise.all([...this.#all].map((connection) => connection.end(timeout)))
  }

  #leastBusy(): Connection {
    let least: Connection | undefined
    for (const connection of this.#all) {
      if (connection.pending === 0) return connection
      if (!least || connection.pending < least.pending) least = connection
    }
    return least && this.#all.size >= this.#limit ? least : this.#open()
  }

  /** Number of connections that there may be at present. */
  get #limit(): number {
    return performance.now() < this.#room.until ? Math.min(this.#room.count, this.#max) : this.#max
  }

  #noteFull(): void {
    this.#room = { count: Math.max(this.#all.size, 1), until: performance.now() + FULL_MS }
    // Those who still wait then try again: a connection that they need may never be released.
    setTimeout(() => this.#serveWaiting(), FULL_MS + FREED_MS).unref()
  }

  /** Gives those who wait the connections for which there is room. */
  #serveWaiting(): void {
    for (let room = this.#limit - this.#all.size; room > 0; room -= 1) {
      const next = this.#waiting.shift()
      if (!next) return
      this.take().then(next.resolve, next.reject)
    }
  }

  #open(): Connection {
    const connection = this.#connect((lost) => this.#forget(lost))
    this.#all.add(connection)
    return connection
  }

  #give(connection: Connection): Connection {
    this.#taken.add(connection)
    return connection
  }

  #forget(lost: Connection): void {
    this.#all.delete(lost)
    if (lost.wasRefused) this.#noteFull()
    // Those who wait have the connections that are released, unless there is room for another one.
    if (this.#taken.delete(lost)) this.#serveWaiting()
  }
}

/** Returns the numbers of the backends that run a statement; or why the database does not respond. */
async function probe(url: string): Promise<Set<number | undefined> | ConnectionLostError> {
  const connection = new Connection(url, () => undefined)
  const timer = setTimeout(() => connection.lose(new Error('it is silent')), PROBE_MAX_MS)
  try {
    const rows = await connection.send("SELECT pid FROM pg_stat_activity WHERE state = 'active'", [], false)
    return new Set(rows.map((row) => (row as { pid: number }).pid))
  } catch (cause) {
    return new ConnectionLostError('The database does not respond', { cause })
  } finally {
    clearTimeout(timer)
    connection.lose(null)
  }
}
