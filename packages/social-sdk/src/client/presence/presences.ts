import type { ActivityObject, PresenceObject } from '@guildhall/protocol'
import { StatusType } from '../../enums/index.ts'

const STATUSES: Readonly<Record<string, StatusType>> = {
  online: StatusType.Online,
  idle: StatusType.Idle,
  dnd: StatusType.Dnd,
}

interface Presence {
  readonly status: StatusType
  readonly activities: readonly ActivityObject[]
}

/** Presences of users who are not offline: friends, and senders of invites. */
export class Presences {
  readonly #presences = new Map<bigint, Presence>()

  /** Returns the status of a user; undefined for one who is offline or not followed. */
  statusOf(id: bigint): StatusType | undefined {
    return this.#presences.get(id)?.status
  }

  /** Returns the activity of a user in a game. */
  activityIn(applicationId: bigint, id: bigint): ActivityObject | undefined {
    return this.#presences.get(id)?.activities.find(({ application_id }) => application_id === applicationId.toString())
  }

  /** Takes over a presence. Returns whether it differs from the one before. */
  note({ user, status, activities }: Pick<PresenceObject, 'user' | 'status' | 'activities'>): boolean {
    const id = BigInt(user.id)
    const before = this.shown(id)
    const known = STATUSES[status]
    if (known === undefined) this.#presences.delete(id)
    else this.#presences.set(id, { status: known, activities })
    return this.shown(id) !== before
  }

  /** Returns all that a presence shows as one text, for comparisons. */
  shown(id: bigint): string {
    return JSON.stringify(this.#presences.get(id) ?? null)
  }

  /** Forgets the presence of a user who is followed no longer. */
  forget(id: bigint): void {
    this.#presences.delete(id)
  }

  clear(): void {
    this.#presences.clear()
  }
}
