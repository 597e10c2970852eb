import { type ActivityObject, ActivityType } from '@guildhall/protocol'

/** Statuses that a person can choose. */
export const STATUSES = ['online', 'idle', 'dnd', 'invisible'] as const
export type Status = (typeof STATUSES)[number]

/** Text that a person shows under their name. */
export interface CustomStatus {
  readonly text: string
  readonly emoji: { readonly id?: string; readonly name: string; readonly animated?: boolean } | null
  /** Time in milliseconds at which it ends; null for none. */
  readonly until: number | null
}

/** Presence of a person in all of their sessions on this device. */
export interface OwnPresence {
  readonly status: Status
  readonly custom: CustomStatus | null
}

export const ONLINE: OwnPresence = { status: 'online', custom: null }

const STORED = 'guildhall.presence.'

/** Returns the presence without a custom status that has ended. */
export function presenceAt(presence: OwnPresence, now: number): OwnPresence {
  const { custom } = presence
  return custom && custom.until !== null && custom.until <= now ? { ...presence, custom: null } : presence
}

/**
 * Returns the data of the gateway command that sets a presence. `games` are activities that applications show. While
 * the person is `away`, messages notify their other devices.
 */
export function presenceCommand(
  { status, custom }: OwnPresence,
  games: readonly ActivityObject[] = [],
  away = false,
): Record<string, unknown> {
  const activity = custom && {
    name: 'Custom Status',
    type: ActivityType.CUSTOM,
    ...(custom.text === '' ? {} : { state: custom.text }),
    ...(custom.emoji ? { emoji: custom.emoji } : {}),
  }
  return { status, since: null, afk: away, activities: [...(activity ? [activity] : []), ...games] }
}

/** Returns the presence that was stored last for a person; online if there is none. */
export function storedPresence(userId: string): OwnPresence {
  return readPresence(localStorage.getItem(presenceKey(userId)))
}

/** Stores the presence of a person for the next session. */
export function storePresence(userId: string, presence: OwnPresence): void {
  localStorage.setItem(presenceKey(userId), JSON.stringify(presence))
}

/** Returns the name under which the presence of a person is stored. */
export function presenceKey(userId: string): string {
  return `${STORED}${userId}`
}

/** Parses a stored presence. Another version of the app may have written something else. */
export function readPresence(stored: string | null): OwnPresence {
  try {
    const { status, custom } = JSON.parse(stored ?? '{}') as Partial<OwnPresence>
    if (!STATUSES.some((known) => known === status)) return ONLINE
    return { status: status as Status, custom: typeof custom?.text === 'string' ? custom : null }
  } catch {
    return ONLINE
  }
}
