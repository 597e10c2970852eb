import { connect as connectSocket, type Socket } from 'node:net'
import postgres, { type Options, type Sql } from 'postgres'

/** Type numbers of int8 and float8. */
const INT8 = 20
const FLOAT8 = 701
/** Asked for with the first statement. The number in the greeting may be that of a pooler. */
export const GREETING = 'SELECT pg_backend_pid() AS pid'
const CONNECT_MAX_MS = 5_000
/** Statements that wait for one connection. The driver queues more, which only costs time. */
const PIPELINE_MAX = 100_000

export type QueryResult = readonly unknown[] & { count?: number | null; command?: string }

/** Reads BIGINT columns as bigint. PostgreSQL returns counts as int8 too; their callers convert them to numbers. */
const TYPES = {
  int8: {
    to: INT8,
    from: [INT8],
    parse: (text: string) => BigInt(text),
    serialize: (value: unknown) => String(value),
  },
  float8: { to: FLOAT8, from: [FLOAT8], parse: Number, serialize: (value: unknown) => String(value) },
}

/**
 * Errors of the database and of sockets that end when the database is back: it stops (57P01, 57P02), starts (57P03),
 * has no connection left (53300), has ended a transaction that waited for this process (25P03), or its connection
 * failed (class 08 and the names of the system and the driver).
 */
const AWAY_CODES =
  /^(?:57P0[123]|25P03|53300|08...|E(?:CONN(?:REFUSED|RESET|ABORTED)|PIPE|TIMEDOUT|(?:HOST|NET)UNREACH|NOENT|AI_AGAIN|NOTFOUND)|CONNECT(?:ION_(?:CLOSED|ENDED|DESTROYED)|_TIMEOUT))$/

/** Code of the database for a connection that is one too many. */
const TOO_MANY = '53300'

/** A connection ended before the database had responded. The database has undone the transaction, or will. */
export class ConnectionLostError extends Error {
  override name = 'ConnectionLostError'
}

/** Returns whether an error says that the database responds, and has no connection left for this process. */
export function isRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (error as { code?: string }).code === TOO_MANY || isRefused(error.cause)
}

/**
 * One connection to PostgreSQL, which is never used again once it is lost.
 *
 * The driver's own pool keeps a connection object when its socket ends. Bytes that the object had not written yet wait
 * for ever, precede the greeting of the next socket, or throw where nobody catches it. Statements in its queue run on
 * the next socket, outside of their transaction. So each connection is its own client with one socket, and the
 * statements that wait when the socket ends are refused here.
 */
export class Connection {
  readonly #sql: Sql
  readonly #greeting: string
  readonly #onLost: (connection: Connection) => void
  readonly #pending = new Set<(error: unknown) => void>()
  #socket: Socket | null = null
  /** Sends what was written, at the end of the turn. */
  #gathering: NodeJS.Immediate | null = null
  #pid: number | undefined
  #isOpened = false
  /** Resolves with the response to the greeting, or once the connection is lost; null before its first use. */
  #greeted: Promise<void> | null = null
  #lost: ConnectionLostError | null = null
  /** Time of the last response, or of the first statement since nothing waited. */
  #since = 0

  /** @param greeting statement that precedes all others; it returns the number of the backend as `pid` */
  constructor(url: string, onLost: (connection: Connection) => void, greeting = GREETING) {
    this.#greeting = greeting
    this.#onLost = onLost
    const options = {
      types: TYPES,
      max: 1,
      max_pipeline: PIPELINE_MAX,
      // The driver would end the connection within a transaction.
      max_lifetime: null,
      // They are needed for arrays only, and a failure of that query is caught nowhere.
      fetch_types: false,
      onnotice: () => undefined,
      onclose: () => this.lose(new Error('the database ended the connection')),
      socket: (parsed: ParsedAddress) => this.#open(parsed),
    }
    // `socket` is documented by the driver and absent from its types.
    this.#sql = postgres(url, options as unknown as Options<Record<string, never>>) as unknown as Sql
  }

  /** Why the connection was given up; null for one that can be used. */
  get loss(): ConnectionLostError | null {
    return this.#lost
  }

  /** Number of the backend that runs its statements; undefined until it is known. */
  get pid(): number | undefined {
    return this.#pid
  }

  /** Whether the database has accepted the connection. */
  get isAccepted(): boolean {
    return this.#pid !== undefined
  }

  /** Whether the database had no room for the connection. None of its statements has run then. */
  get wasRefused(): boolean {
    return !this.isAccepted && isRefused(this.#lost)
  }

  /** Number of statements without a response. */
  get pending(): number {
    return this.#pending.size
  }

  /** Milliseconds for which statements have waited without any response. */
  silence(now: number): number {
    return this.#pending.size === 0 ? 0 : now - this.#since
  }

  /**
   * Hands a statement over before returning. Statements that are handed over one after the other share a round trip,
   * and the server runs them in that order.
   *
   * @throws ConnectionLostError if the connection ends first
   */
  send(text: string, parameters: readonly unknown[] = [], prepare = true): Promise<QueryResult> {
    if (this.#lost) return Promise.reject(this.#lost)
    if (this.#greeted === null) void this.greet()
    return this.#send(text, parameters, prepare)
  }

  /** Sends the greeting, unless it was sent. Resolves once the connection is accepted or lost. */
  greet(): Promise<void> {
    this.#greeted ??= this.#send(this.#greeting, [], false).then(
      ([row]) => {
        this.#pid = (row as { pid: number }).pid
      },
      (error: unknown) => this.lose(error),
    )
    return this.#greeted
  }

  #send(text: string, parameters: readonly unknown[], prepare: boolean): Promise<QueryResult> {
    if (this.#pending.size === 0) this.#since = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<QueryResult>()
    this.#pending.add(reject)
    this.#socket?.cork()
    const query = this.#sql.unsafe(text, parameters as never[], { prepare }).execute()
    // The driver hands the statement to its socket in a microtask.
    queueMicrotask(() => this.#gather())
    query.then(
      (result) => {
        this.#since = performance.now()
        this.#pending.delete(reject)
        resolve(result as unknown as QueryResult)
      },
      (error: unknown) => {
        this.#since = performance.now()
        this.#pending.delete(reject)
        if (AWAY_CODES.test((error as { code?: string }).code ?? '')) this.lose(error)
        reject(this.#lost ?? error)
      },
    )
    return promise
  }

  /**
   * Sends the statements of a turn as one packet, after the driver has written the last of them. The driver does that
   * with short statements, and writes at once when it has 1,024 bytes.
   */
  #gather(): void {
    if (this.#gathering) {
      clearImmediate(this.#gathering)
      this.#socket?.uncork()
    }
    this.#gathering = setImmediate(() => {
      this.#gathering = null
      this.#socket?.uncork()
    })
  }

  /** Gives the connection up: what waits is refused, and nothing of it is sent any more. */
  lose(cause: unknown): void {
    if (this.#lost) return
    this.#lost = new ConnectionLostError('The connection to the database was lost', { cause })
    for (const reject of this.#pending) reject(this.#lost)
    this.#pending.clear()
    this.#socket?.destroy()
    this.#sql.end({ timeout: 0 }).catch(() => undefined)
    this.#onLost(this)
  }

  /** Ends the connection once its statements have run, within `timeout` seconds. */
  async end(timeout: number): Promise<void> {
    this.#lost ??= new ConnectionLostError('The store is closed')
    await this.#sql.end({ timeout })
  }

  /** Connects for the first time; the driver is refused a second socket. */
  async #open({ host, port, path }: ParsedAddress): Promise<Socket> {
    if (this.#isOpened || this.#lost) throw this.#lost ?? new ConnectionLostError('The connection was lost')
    this.#isOpened = true
    try {
      this.#socket = await connected(path ? [{ path }] : host.map((name, at) => ({ host: name, port: port[at] ?? 0 })))
    } catch (error) {
      this.lose(error)
      throw error
    }
    // It may have been given up meanwhile.
    if (this.#lost) this.#socket.destroy()
    return this.#socket
  }
}

/** Address of a database as the driver has read it: hosts with a port each, or the path of a socket. */
interface ParsedAddress {
  readonly host: readonly string[]
  readonly port: readonly number[]
  readonly path: string | false
}

type Address = { readonly path: string } | { readonly host: string; readonly port: number }

/** Connects to the first address that responds. */
async function connected(addresses: readonly Address[]): Promise<Socket> {
  let failure: unknown
  for (const address of addresses) {
    try {
      return await socketTo(address)
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

function socketTo(address: Address): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  // The driver checks a certificate by the name that the socket has.
  const socket = Object.assign(connectSocket(address), address)
  const timer = setTimeout(() => {
    socket.destroy()
    reject(new ConnectionLostError(`No connection to the database in ${CONNECT_MAX_MS / 1_000} s`))
  }, CONNECT_MAX_MS)
  socket.once('error', reject)
  socket.once('connect', () => {
    socket.off('error', reject)
    resolve(socket)
  })
  return promise.finally(() => clearTimeout(timer))
}
