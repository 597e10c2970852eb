import type { Instant, Snowflake } from '@guildhall/protocol'
import type { LiveNode } from './lease.ts'
import type { Tape } from './tape/tape.ts'
import type { VoiceControl } from './voice-control.ts'
import type { NamedWorlds, WorldCopies } from './worlds.ts'

/** Hold of the control API on a running platform, besides its data. */
export interface PlatformControl {
  readonly clock: ClockControl
  readonly gateway: GatewayControl
  readonly requests: RequestFaultList
  readonly endpoints: EndpointFaultList
  readonly tape: Tape
  readonly copies: WorldCopies
  readonly worlds: NamedWorlds
  readonly voice: VoiceControl
  /** Returns the live nodes; none for a process that is alone. */
  readonly nodes: () => Promise<LiveNode[]>
}

/** A change of the platform date. */
export interface ClockChange {
  /** Returns the next date for the present one, which no other change has meanwhile. @throws to change nothing */
  readonly next: (now: Instant) => Instant
  /** Whether it stands still afterwards; undefined for what it did before. */
  readonly frozen: boolean | undefined
}

/** Moves the platform date. */
export interface ClockControl {
  /** Resolves when all live nodes have the date. Due tasks run. */
  change(change: ClockChange): Promise<void>
}

/** Selects gateway sessions. Fields that are absent select all. */
export interface SessionFilter {
  readonly sessionId?: string | undefined
  readonly userId?: Snowflake | undefined
  readonly applicationId?: Snowflake | undefined
}

/** A gateway session, as the operator sees it. */
export interface SessionFacts {
  readonly id: string
  /** Name of its node; absent for a process that is alone. */
  readonly node?: string
  readonly kind: 'bot' | 'person' | 'game'
  readonly userId: Snowflake
  readonly applicationId: Snowflake | null
  readonly intents: number
  readonly seq: number
  readonly connected: boolean
}

/** Something that happens to a gateway session. */
export type GatewayFault =
  /** The connection is cut, without a close frame. */
  | { readonly type: 'drop' }
  | { readonly type: 'close'; readonly code: number }
  /** Op 9. The session ends unless it stays resumable. */
  | { readonly type: 'invalid_session'; readonly resumable: boolean }
  /** Op 7. */
  | { readonly type: 'reconnect' }
  | FrameFault

/** A fault of the next dispatches of a session. They keep their sequence numbers. */
export interface FrameFault {
  readonly type: 'delay_frames' | 'drop_frames' | 'duplicate_frames'
  readonly frames: number
  /** Time between two delayed dispatches, in wall-clock ms. */
  readonly delayMs: number
}

export interface GatewayControl {
  /**
   * Lists the selected sessions of all live nodes.
   *
   * @throws OVERLOADED (503) if a node does not answer
   */
  list(filter: SessionFilter): Promise<SessionFacts[]>
  /**
   * Applies a fault to the selected sessions, and returns their number.
   *
   * @throws OVERLOADED (503) if a node does not answer; the fault may have been applied then
   */
  fault(filter: SessionFilter, fault: GatewayFault): Promise<number>
  /** Lists the sessions of this process. */
  listHere(): SessionFacts[]
}

/** Fault of the next HTTP requests that match. Fields that are absent match every request. */
export interface RequestFault {
  readonly method?: string | undefined
  /** Path without `/api` and version; `*` or `:name` matches one part, `**` at the end for any rest. */
  readonly path?: string | undefined
  readonly userId?: Snowflake | undefined
  readonly applicationId?: Snowflake | undefined
  /** Requests that it still applies to; null for all until it is deleted. */
  readonly count: number | null
  readonly delayMs: number
  /** Response in place of the operation; null lets the request pass after the delay. */
  readonly response: FaultResponse | null
}

export interface FaultResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Fault of the next requests to the servers of applications. */
export interface EndpointFault {
  /** Beginning of the address; absent for every address. */
  readonly url?: string | undefined
  readonly count: number | null
  /** `timeout`: no response comes. `refuse`: there is no connection. */
  readonly type: 'timeout' | 'refuse'
}

/** Faults in the order in which they were added. The first that matches applies. */
export interface FaultList<F> {
  /** @returns the id of the fault, or null if there are too many */
  add(fault: F): number | null
  list(): { readonly id: number; readonly fault: F }[]
  /** Returns false for an unknown id. */
  remove(id: number): boolean
  clear(): void
}

export type RequestFaultList = FaultList<RequestFault>
export type EndpointFaultList = FaultList<EndpointFault>

/** Faults that wait for what they apply to. */
const FAULTS_MAX = 100

/** A list of faults that counts how often each applied. */
export class InjectedFaults<F extends { readonly count: number | null }> implements FaultList<F> {
  readonly #faults = new Map<number, { fault: F; left: number }>()
  #lastId = 0
  #clearing = new AbortController()

  /** Aborted when all faults are removed: what a fault delays goes on then. */
  get cleared(): AbortSignal {
    return this.#clearing.signal
  }

  /** Whether there is a fault at all. */
  get any(): boolean {
    return this.#faults.size > 0
  }

  add(fault: F): number | null {
    if (this.#faults.size >= FAULTS_MAX) return null
    this.#lastId += 1
    this.#faults.set(this.#lastId, { fault, left: fault.count ?? Number.POSITIVE_INFINITY })
    return this.#lastId
  }

  list(): { id: number; fault: F }[] {
    return [...this.#faults].map(([id, { fault, left }]) => ({
      id,
      fault: { ...fault, count: Number.isFinite(left) ? left : null },
    }))
  }

  remove(id: number): boolean {
    return this.#faults.delete(id)
  }

  clear(): void {
    this.#faults.clear()
    this.#clearing.abort()
    this.#clearing = new AbortController()
  }

  /** Returns the first fault that matches, and counts it; null for none. */
  take(matches: (fault: F) => boolean): F | null {
    for (const [id, entry] of this.#faults) {
      if (!matches(entry.fault)) continue
      entry.left -= 1
      if (entry.left <= 0) this.#faults.delete(id)
      return entry.fault
    }
    return null
  }
}
