import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import type { Registration } from '../model.ts'
import * as store from '../store.ts'

const DAY_MS = 86_400_000
/** Age at which unconfirmed and undecided registrations are removed. */
const UNVERIFIED_KEPT_MS = 7 * DAY_MS
const PENDING_KEPT_MS = 30 * DAY_MS

/** Stores a registration, whose account exists for nobody but operators until it is active. */
export function addRegistration(work: Work, registration: Registration): Promise<void> {
  return store.insertRegistration(work, registration)
}

/** Stores where a registration came from, for limits. */
export function addOrigin(work: Work, id: Snowflake, address: string): Promise<void> {
  return store.insertOrigin(work, { id, address, at: work.now })
}

/** Stores that the address of a registration is confirmed, and that an operator decides now. */
export function awaitDecision(work: Work, registration: Registration): Promise<void> {
  return store.updateRegistration(work, { ...registration, state: 'pending', isConfirmed: true })
}

/** Removes a registration. Returns false if another request was first. */
export function removeRegistration(work: Work, id: Snowflake): Promise<boolean> {
  return store.deleteRegistration(work, id)
}

/** Removes registrations that nobody confirmed for a week or decided for a month, and addresses that are too old. */
export async function removeOldRegistrations(work: Work, addressesKeptDays: number): Promise<void> {
  await store.deleteOldRegistrations(work, 'unverified', work.now - UNVERIFIED_KEPT_MS)
  await store.deleteOldRegistrations(work, 'pending', work.now - PENDING_KEPT_MS)
  await store.deleteOldOrigins(work, work.now - addressesKeptDays * DAY_MS)
}
