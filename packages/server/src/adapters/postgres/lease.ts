import { setTimeout as pause } from 'node:timers/promises'
import type { Lease, LiveNode, NodeLife } from '../../kernel/lease.ts'
import { DatabaseInUseError, databaseUnreachable } from '../../kernel/store/store.ts'
import { UserError } from '../../kernel/user-error.ts'
import { isRefused } from './connection.ts'
import { type Connections, Database } from './connections.ts'
import {
  declareLossesOn,
  type Holder,
  isHere,
  LEASE_S,
  type LeaseFacts,
  LeaseStatement,
  SINGLE,
  type Taken,
  takeOn,
} from './lease-rows.ts'

const LEASE_MS = LEASE_S * 1_000
const RENEWED_MS = 2_000
/** Longest time between two renewals in which the database was not away. */
const GAP_MAX_MS = 2 * RENEWED_MS
/** Pause between renewals while the lease may have ended. */
const RENEWED_AGAIN_MS = 250
/** Longest wait for the lease of a process on another machine, which may have been lost. */
const WAIT_MAX_MS = 15_000
const WAIT_STEP_MS = 500

export interface LeaseParts extends LeaseFacts {
  /** Called once it waits for the lease of a process that may be lost. */
  waiting(message: string): void
  /** Called if another process has ended the lease, because this one was away for too long. */
  lost(): void
}

/**
 * Takes a lease of a database and renews it, on a connection apart from the pool. The lease of a process of this
 * machine that has ended is taken over at once. That of another machine is taken over once it has expired and was not
 * renewed for as long as a lease lasts: after an outage of the database all leases have expired.
 *
 * @throws DatabaseInUseError while another process has it; DatabaseUnreachableError without a database
 */
export async function takeLease(url: string, parts: LeaseParts): Promise<Lease> {
  const database = new Database(url)
  // One renews while the other one waits until connections of a lost node have ended.
  const connections = database.connections(2)
  try {
    const begunAt = performance.now()
    const { taken, sentAt } = await take(connections, parts, begunAt)
    return new RenewedLease(database, connections, parts, { taken, sentAt })
  } catch (error) {
    await database.end(1)
    throw error instanceof UserError ? error : databaseUnreachable(url, error)
  }
}

async function take(connections: Connections, parts: LeaseParts, begunAt: number) {
  const unchanged = new UnchangedLeases()
  for (let tries = 1; ; tries += 1) {
    const sentAt = performance.now()
    const connection = await connections.take()
    const found = await takeOn(connection, parts, (holder) => holder.forgotten || unchanged.isLong(holder)).finally(
      () => connections.release(connection),
    )
    if ('workerId' in found) return { taken: found, sentAt }
    if (isHere(found) || performance.now() - begunAt > WAIT_MAX_MS) throw new DatabaseInUseError(inUse(found, parts))
    if (tries === 1) parts.waiting(`${describe(found)} may be lost: waiting until its lease of the database ends`)
    await pause(WAIT_STEP_MS)
  }
}

/** Leases of others, and since when this process has seen them without a renewal. */
class UnchangedLeases {
  readonly #seen = new Map<string, { readonly expires: string; readonly since: number }>()

  /** Returns whether a lease was not renewed for as long as a lease lasts, while the database responded. */
  isLong({ name, epoch, expires }: Holder): boolean {
    const now = performance.now()
    const key = `${name} ${epoch}`
    const seen = this.#seen.get(key)
    if (seen?.expires === expires) return now - seen.since >= LEASE_MS
    this.#seen.set(key, { expires, since: now })
    return false
  }
}

class RenewedLease implements Lease {
  lapses = 0
  readonly isAlone: boolean
  readonly #database: Database
  readonly #connections: Connections
  /** Without the address that the node has announced, until it has. */
  #parts: LeaseParts
  #taken: Taken
  #lost: () => void
  readonly #heldListeners: (() => void)[] = []
  readonly #lossListeners = new Set<() => void>()
  readonly #rejoinListeners: (() => void)[] = []
  readonly #refusedListeners: (() => void)[] = []
  /** Leases of other nodes, as long as this one was renewed without a gap. */
  #others = new UnchangedLeases()
  #declaring = false
  /** Monotonic time at which the last renewal was sent. The database counts from a later moment. */
  #renewedAt: number
  #isLost = false
  #closed = false
  #timer: NodeJS.Timeout

  constructor(
    database: Database,
    connections: Connections,
    parts: LeaseParts,
    { taken, sentAt }: { taken: Taken; sentAt: number },
  ) {
    this.isAlone = taken.node.name === SINGLE
    this.#database = database
    this.#connections = connections
    this.#parts = parts
    this.#taken = taken
    this.#lost = parts.lost
    this.#renewedAt = sentAt
    this.#timer = this.#renewIn(RENEWED_MS)
  }

  get node(): NodeLife {
    return this.#taken.node
  }

  get workerId(): number {
    return this.#taken.workerId
  }

  get succeeds(): readonly NodeLife[] {
    return this.#taken.succeeds
  }

  isHeld(): boolean {
    return !this.#isLost && performance.now() - this.#renewedAt < LEASE_MS
  }

  ageMs(): number {
    return performance.now() - this.#renewedAt
  }

  onHeld(listener: () => void): void {
    this.#heldListeners.push(listener)
  }

  onLoss(listener: () => void): () => void {
    this.#lossListeners.add(listener)
    return () => void this.#lossListeners.delete(listener)
  }

  onRefused(listener: () => void): void {
    this.#refusedListeners.push(listener)
  }

  onLost(listener: () => void): void {
    this.#lost = listener
  }

  onRejoin(listener: () => void): void {
    this.#rejoinListeners.push(listener)
  }

  async rejoin(): Promise<void> {
    const { taken, sentAt } = await take(this.#connections, this.#parts, performance.now())
    this.#taken = taken
    this.#others = new UnchangedLeases()
    for (const listener of this.#rejoinListeners) listener()
    this.#renewedAt = sentAt
    this.#isLost = false
    for (const listener of this.#heldListeners) listener()
    if (!this.#closed) this.#timer = this.#renewIn(RENEWED_MS)
  }

  async announce(url: string): Promise<void> {
    this.#parts = { ...this.#parts, url }
    const { name, epoch } = this.node
    await this.#connections.send(LeaseStatement.announce, [name, epoch, url])
  }

  async liveNodes(): Promise<LiveNode[]> {
    return [...(await this.#connections.send(LeaseStatement.live))] as LiveNode[]
  }

  async close(): Promise<void> {
    this.#closed = true
    clearTimeout(this.#timer)
    const { name, epoch } = this.node
    const end = this.#connections.send(LeaseStatement.end, [name, epoch]).catch(() => undefined)
    await Promise.race([end, pause(1_000)])
    await this.#database.end(1)
  }

  /** Ends the leases of nodes that were lost, so that others take over what they owned. Never rejects. */
  async #declareLosses(): Promise<void> {
    if (this.#declaring) return
    this.#declaring = true
    try {
      const connection = await this.#connections.take()
      const lost = await declareLossesOn(connection, this.node, (holder) => this.#others.isLong(holder)).finally(() =>
        this.#connections.release(connection),
      )
      if (lost > 0) for (const listener of this.#lossListeners) listener()
    } catch {
      // The database is away. The next renewal tries again.
    } finally {
      this.#declaring = false
    }
  }

  #renewIn(ms: number): NodeJS.Timeout {
    return setTimeout(() => void this.#renew(), ms).unref()
  }

  /** Renews the lease, and plans the next renewal. Never rejects. */
  async #renew(): Promise<void> {
    const sentAt = performance.now()
    const { name, epoch } = this.node
    try {
      const { count } = await this.#connections.send(LeaseStatement.renew, [name, epoch])
      if (this.#closed) return
      if (count === 0) {
        this.#isLost = true
        this.lapses += 1
        return this.#lost()
      }
      const lapsed = !this.isHeld()
      // An outage ends all leases: those of others count from now on.
      if (sentAt - this.#renewedAt > GAP_MAX_MS) this.#others = new UnchangedLeases()
      this.#renewedAt = sentAt
      if (lapsed && this.isHeld()) {
        this.lapses += 1
        for (const listener of this.#heldListeners) listener()
      }
      if (!this.isAlone) void this.#declareLosses()
    } catch (error) {
      // The database is away. The next renewal tells whether the lease is still this process's.
      if (isRefused(error)) for (const listener of this.#refusedListeners) listener()
    }
    if (!this.#closed) this.#timer = this.#renewIn(this.isHeld() ? RENEWED_MS : RENEWED_AGAIN_MS)
  }
}

function describe({ name, host, pid, since }: Holder): string {
  const node = name === SINGLE ? '' : ` (node ${name})`
  return `Process ${pid}${node} on ${host}, which has used the database since ${since.toISOString()},`
}

/** Returns why a process has no lease. The remedy of a node is another name, unless the other process is alone. */
function inUse(holder: Holder, { name }: LeaseFacts): string {
  const others = `${describe(holder).slice(0, -1)}, still uses it.`
  if (name !== holder.name) return `${others} Two processes on one database would harm each other.`
  return `${others} Give this node another name with --node-name.`
}
