import type { Lease } from '../../kernel/lease.ts'
import type { NodeNotices } from '../../kernel/node-notices.ts'
import type { Client } from './client.ts'
import type { Gateway } from './gateway.ts'

/** Pause between two looks at the lease. */
const LOOKED_MS = 1_000
/** Age of a lease below which its node says that it has the database. */
const FRESH_MS = 1_500
/** Time in which this node may come back to the database later than others after an outage of all. */
const LATER_MS = 3_000
/** Time before the end of the lease in which another node was heard of: at most a lease before it. */
const HEARD_MS = 15_000

/**
 * Tells a node that lost its way to the database from an outage of the database: then other nodes go on renewing their
 * leases, and say so by notices. A node that lost the bus as well, and had heard of others, is cut off too.
 */
export class CutOff {
  readonly #lease: Pick<Lease, 'isHeld' | 'ageMs'>
  readonly #notices: NodeNotices
  readonly #now: () => number
  #heldAt: number
  #heardAt = Number.NEGATIVE_INFINITY
  /** Time at which another node was heard of first that has the database while this one has no lease; null for none. */
  #othersSince: number | null = null

  constructor(
    { lease, notices }: { lease: Pick<Lease, 'isHeld' | 'ageMs'>; notices: NodeNotices },
    now: () => number = () => performance.now(),
  ) {
    this.#lease = lease
    this.#notices = notices
    this.#now = now
    this.#heldAt = now()
    notices.listen(({ sessionIds }) => {
      if (sessionIds.length === 0) this.#heard()
    })
  }

  #heard(): void {
    this.#heardAt = this.#now()
    if (!this.#lease.isHeld() && this.#heardAt - FRESH_MS > this.#heldAt) this.#othersSince ??= this.#heardAt
  }

  /** Returns whether this node is cut off. Called each second, it also says to others that this node is not. */
  check(): boolean {
    const now = this.#now()
    if (this.#lease.isHeld()) {
      this.#heldAt = now
      this.#othersSince = null
      if (this.#lease.ageMs() < FRESH_MS) this.#notices.send({ kind: 'kept', sessionIds: [] })
      return false
    }
    if (this.#othersSince !== null) return now - this.#othersSince >= LATER_MS
    const hadOthers = this.#heldAt - this.#heardAt < HEARD_MS
    return hadOthers && !this.#notices.connected && now - this.#heldAt >= LATER_MS
  }
}

/**
 * Leads the clients of a node that is cut off to other nodes, as long as it is. Their sessions can be resumed here if
 * the node comes back before its lease is lost.
 *
 * @param isPresent returns false once another gateway has taken this one's place
 */
export function leadAwayWhileCutOff(
  gateway: Gateway,
  { cutOff, clients, isPresent }: { cutOff: CutOff; clients: ReadonlySet<Client>; isPresent: () => boolean },
): void {
  const { wallClock, metrics, log } = gateway.parts
  let was = false
  const look = () => {
    if (!isPresent() || gateway.closing) return
    const is = cutOff.check()
    if (is !== was) log.warn({ cutOff: is }, is ? 'the node has lost the database, others have it' : 'the node is back')
    was = is
    gateway.leadsAway = is || metrics.nodes.isDraining
    if (is) for (const client of clients) client.reconnect()
    later()
  }
  const later = () => void wallClock.at(wallClock.now() + LOOKED_MS, look)
  later()
}
