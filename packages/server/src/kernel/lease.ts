import { ApiError } from '@guildhall/protocol'

/** Seconds after which a caller may try again. A lease is renewed as soon as the database responds. */
const RETRY_AFTER_S = 5

/** One process with a lease of a database, in one of its lives. Rows that belong to a node name both. */
export interface NodeLife {
  /** `single` for a process that is alone on its database. */
  readonly name: string
  /** Grows with each lease. No two leases of a database have the same one. */
  readonly epoch: bigint
}

/** A node whose lease is valid, with its program. */
export interface LiveNode extends NodeLife {
  readonly version: string | null
  /** Number of the newest migration that the program knows; null for a program of before this was stored. */
  readonly migrations: number | null
  /** Address at which other nodes and clients reach it; null before it listens. */
  readonly url: string | null
  /** Seconds since its lease was renewed. */
  readonly leaseAgeS: number
}

/** The right of this process to use a database, which ends unless it is renewed. */
export interface Lease {
  /** Another one after `rejoin`, as are `workerId` and `succeeds`. */
  readonly node: NodeLife
  /** Whether it excludes all other processes. */
  readonly isAlone: boolean
  /** Part of ids. No other lease has it now, or had it within the last hour. */
  readonly workerId: number
  /** Lives that ended without giving their leases up, and whose leases ended when this one began. */
  readonly succeeds: readonly NodeLife[]
  /** Whether the lease is certainly valid at this moment, by the monotonic clock of this process. */
  isHeld(): boolean
  /** Milliseconds since the last renewal. */
  ageMs(): number
  /** Times at which it had ended before it was renewed, or was lost. */
  readonly lapses: number
  /** Calls a function each time that the lease is valid again after it may have ended. */
  onHeld(listener: () => void): void
  /**
   * Calls a function after this node has declared the loss of another one. Rows of the lost node then belong to no
   * node, and any node may take them.
   *
   * @returns a function that removes the listener
   */
  onLoss(listener: () => void): () => void
  /** Calls a function each time that the database has no connection left by which the lease could be renewed. */
  onRefused(listener: () => void): void
  /** Calls a function once another process has ended the lease. Without one, the process ends. */
  onLost(listener: () => void): void
  /**
   * Takes another lease of the same name after this one was lost. All that was begun under the former one must have
   * ended.
   *
   * @throws UserError while another process has the name, or must not be there together with this one
   */
  rejoin(): Promise<void>
  /** Calls a function with each later lease, before it counts as held. */
  onRejoin(listener: () => void): void
  /** Stores the address at which other nodes and clients reach this one. */
  announce(url: string): Promise<void>
  /** Returns the nodes whose leases are valid now. */
  liveNodes(): Promise<LiveNode[]>
  /** Gives it up, so that the next process need not wait. */
  close(): Promise<void>
}

/** Returns the life of this node among others; null for a process that is alone. */
export function nodeOf(lease: Lease | null): NodeLife | null {
  return lease === null || lease.isAlone ? null : lease.node
}

/** @throws OVERLOADED (503) with the time of the next try once the lease may have ended; never without a lease */
export function demandLease(lease: Lease | null): void {
  const refusal = refusalOfLease(lease)
  if (refusal !== null) throw refusal
}

/** Returns OVERLOADED (503) once the lease may have ended; null before, and without a lease. */
export function refusalOfLease(lease: Lease | null): ApiError | null {
  if (lease === null || lease.isHeld()) return null
  return new ApiError('OVERLOADED', { extra: { retry_after: RETRY_AFTER_S }, reason: 'the lease may have ended' })
}
