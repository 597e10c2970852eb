import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { listDeletions } from '../../../accounts/deletions/index.ts'
import { listOperatorRoles } from '../../../accounts/operators/index.ts'
import { findPlatformBan, isBanActive } from '../../../accounts/platform-bans/index.ts'
import {
  findRegistration,
  listOrigins,
  listRegistrations,
  type Registration,
} from '../../../accounts/registrations/index.ts'
import { findUser, listUsers } from '../../../accounts/users/index.ts'
import { userOfRow } from '../../../accounts/users/store.ts'
import { countReportsAbout } from '../../reports/index.ts'
import type { Account } from '../model.ts'
import * as store from '../store.ts'

/** Returns people as operators see them, in the order of the ids. */
async function accountsOf(work: Work, ids: readonly Snowflake[]): Promise<Account[]> {
  const users = await listUsers(work, ids)
  const roles = await listOperatorRoles(work, ids)
  const sessions = await store.sessionFacts(work, ids, work.now)
  const bytes = await store.bytesOfPeople(work, ids)
  const origins = await listOrigins(work, ids)
  const notes = await store.listNotes(work, ids)
  const reports = await countReportsAbout(work, ids)
  const deletions = await listDeletions(work, ids)
  const accounts: Account[] = []
  for (const id of ids) {
    const user = users.get(id)
    if (!user) continue
    const isSuspended = isBanActive(await findPlatformBan(work, id), work.now)
    accounts.push({
      user,
      state: deletions.get(id)?.state ?? (isSuspended ? 'suspended' : 'active'),
      role: roles.get(id) ?? null,
      ...(sessions.get(id) ?? { sessions: 0, lastSeenAt: null }),
      bytes: bytes.get(id) ?? 0n,
      reports: reports.get(id) ?? 0,
      registeredFrom: origins.get(id) ?? null,
      note: notes.get(id) ?? null,
    })
  }
  return accounts
}

/** Returns registrations that are not active yet, as operators see them. */
async function registrationsAsAccounts(work: Work, registrations: readonly Registration[]): Promise<Account[]> {
  const ids = registrations.map(({ id }) => id)
  const [origins, notes] = [await listOrigins(work, ids), await store.listNotes(work, ids)]
  return registrations.map(({ id, username, globalName, email, state, isConfirmed }) => ({
    user: userOfRow({
      id,
      username,
      discriminator: '0',
      global_name: globalName,
      bot: 0,
      data: JSON.stringify({ email, verified: isConfirmed }),
    }),
    state,
    role: null,
    sessions: 0,
    lastSeenAt: null,
    bytes: 0n,
    reports: 0,
    registeredFrom: origins.get(id) ?? null,
    note: notes.get(id) ?? null,
  }))
}

/** Returns people and registrations as operators see them, in the order of their ids. */
export async function listAccountsBy(work: Work, filter: store.PeopleFilter): Promise<Account[]> {
  const { query, state, role, after, limit } = filter
  const areWaiting = state === 'unverified' || state === 'pending'
  const people =
    areWaiting || state === 'imported' ? [] : await accountsOf(work, await store.listPeopleIds(work, filter, work.now))
  if (role !== undefined || (state !== undefined && !areWaiting)) return people
  const waiting = await listRegistrations(work, { state, query, after, limit })
  return [...people, ...(await registrationsAsAccounts(work, waiting))]
    .sort((one, other) => (one.user.id < other.user.id ? -1 : 1))
    .slice(0, limit)
}

/** Returns a person, or a registration, as operators see them. @throws ApiError UNKNOWN_USER, also for bots */
export async function findAccount(work: Work, id: Snowflake): Promise<Account> {
  const registration = await findRegistration(work, id)
  const user = registration ? undefined : await findUser(work, id)
  const [account] = registration
    ? await registrationsAsAccounts(work, [registration])
    : user && !user.bot
      ? await accountsOf(work, [id])
      : []
  if (!account) throw new ApiError('UNKNOWN_USER')
  return account
}

/**
 * Returns a person on whom operators act.
 *
 * @throws ApiError UNKNOWN_USER, also for bots, registrations and deleted accounts
 */
export async function accountOf(work: Work, id: Snowflake): Promise<Account> {
  const user = await findUser(work, id)
  const [account] = user && !user.bot && !user.deleted ? await accountsOf(work, [id]) : []
  if (!account) throw new ApiError('UNKNOWN_USER')
  return account
}
