import { PacedSends, type PacedSendsParts } from '@guildhall/client'
import { type ActivityObject, GatewayOp } from '@guildhall/protocol'

export interface PresenceParts extends Omit<PacedSendsParts, 'send'> {
  /** Sends a gateway command. Returns false without a session. */
  readonly send: (op: number, data: unknown) => boolean
}

/** The activities that connections of games set, as one presence. Updates over the limit wait; the last one is sent. */
export class PresenceBoard {
  readonly #activities = new Map<object, ActivityObject>()
  readonly #sends: PacedSends
  #isClosed = false

  constructor({ send, ...time }: PresenceParts) {
    this.#sends = new PacedSends({ ...time, send: () => send(GatewayOp.PRESENCE_UPDATE, this.#presence()) })
  }

  /** Sets the activity of a connection; null removes it. */
  set(owner: object, activity: ActivityObject | null): void {
    // Connections of games end after the board, whose activities end with its session.
    if (this.#isClosed || (activity === null && !this.#activities.has(owner))) return
    this.#activities.delete(owner)
    if (activity) this.#activities.set(owner, activity)
    this.#sends.request()
  }

  /** Returns the activity of an application that was set last. */
  activityOf(applicationId: string): ActivityObject | undefined {
    return [...this.#activities.values()].findLast(({ application_id }) => application_id === applicationId)
  }

  /** Sends the presence again, for a session that has begun. */
  resend(): void {
    if (this.#activities.size > 0) this.#sends.request()
  }

  /** Gives up the update that waits. No other one follows. */
  close(): void {
    this.#isClosed = true
    this.#sends.close()
  }

  #presence() {
    return { status: 'online', since: null, afk: false, activities: [...this.#activities.values()] }
  }
}
