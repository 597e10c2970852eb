import { type ActivityObject, GatewayOp } from '@guildhall/protocol'

/** Presence updates that the platform takes from a session within a window. (Checklist, part 2, section 16) */
const UPDATES_PER_WINDOW = 5
const WINDOW_MS = 20_000

export interface PresenceParts {
  /** Sends a gateway command. Returns false without a session. */
  readonly send: (op: number, data: unknown) => boolean
  readonly now: () => number
  /** Calls a task after a time, and returns the function that cancels it. */
  readonly later: (ms: number, task: () => void) => () => void
}

/** The activities that connections of games set, as one presence. Updates over the limit wait; the last one is sent. */
export class PresenceBoard {
  readonly #parts: PresenceParts
  readonly #activities = new Map<object, ActivityObject>()
  #sentAt: number[] = []
  #cancel: (() => void) | null = null

  constructor(parts: PresenceParts) {
    this.#parts = parts
  }

  /** Sets the activity of a connection; null removes it. */
  set(owner: object, activity: ActivityObject | null): void {
    if (activity === null && !this.#activities.has(owner)) return
    this.#activities.delete(owner)
    if (activity) this.#activities.set(owner, activity)
    this.#schedule()
  }

  /** Returns the activity of an application that was set last. */
  activityOf(applicationId: string): ActivityObject | undefined {
    return [...this.#activities.values()].findLast(({ application_id }) => application_id === applicationId)
  }

  /** Sends the presence again, for a session that has begun. */
  resend(): void {
    if (this.#activities.size > 0) this.#schedule()
  }

  /** Gives up what waits. */
  close(): void {
    this.#cancel?.()
  }

  #schedule(): void {
    if (this.#cancel) return
    const now = this.#parts.now()
    this.#sentAt = this.#sentAt.filter((at) => now - at < WINDOW_MS)
    const [oldest] = this.#sentAt
    if (oldest === undefined || this.#sentAt.length < UPDATES_PER_WINDOW) return this.#send(now)
    this.#cancel = this.#parts.later(oldest + WINDOW_MS - now, () => {
      this.#cancel = null
      this.#schedule()
    })
  }

  #send(now: number): void {
    const presence = { status: 'online', since: null, afk: false, activities: [...this.#activities.values()] }
    if (this.#parts.send(GatewayOp.PRESENCE_UPDATE, presence)) this.#sentAt.push(now)
  }
}
