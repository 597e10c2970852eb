import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findDeletion } from '../../deletions/store.ts'
import { newToken, tokenHash } from '../model.ts'
import * as store from '../store.ts'
import { lockAccounts } from './lock.ts'
import { noteSignInPlace, type SessionOrigin } from './note-place.ts'
import { createSession, endSessions, saveSessionUse } from './save.ts'

/** Lifetime of a person's session after its last use. Tokens of a world file do not expire. */
const SESSION_LIFETIME_MS = 90 * 86_400_000
/** Limit of one person's sessions that expire. Over it, a new session ends the least recently used one. */
const SESSIONS_MAX = 50
const USER_AGENT_MAX = 256

/**
 * Refuses a sign-in to an account that is being deleted.
 *
 * @throws ApiError ACCOUNT_SCHEDULED_FOR_DELETION before its time, UNKNOWN_USER afterwards
 */
export async function demandStaying(session: StoreSession, userId: Snowflake): Promise<void> {
  const deletion = await findDeletion(session, userId)
  if (deletion) throw new ApiError(deletion.state === 'deleted' ? 'UNKNOWN_USER' : 'ACCOUNT_SCHEDULED_FOR_DELETION')
}

/**
 * Signs a person in and returns the token of the new session.
 *
 * @param options.secondFactor whether the person has proven a second factor
 * @throws ApiError for an account that is being deleted
 */
export async function beginSession(
  work: Work,
  userId: Snowflake,
  { secondFactor = false }: { secondFactor?: boolean } = {},
): Promise<string> {
  await lockAccounts(work, [userId])
  await demandStaying(work, userId)
  const sessions = (await store.listSessions(work, userId)).filter(({ expires_at }) => expires_at !== null)
  const expired = sessions.filter(({ expires_at }) => expires_at !== null && expires_at <= work.now)
  const live = sessions.filter((session) => !expired.includes(session))
  await endSessions(
    work,
    userId,
    [...expired, ...live.slice(SESSIONS_MAX - 1)].map(({ hash }) => hash),
  )
  const token = newToken(userId, work.now)
  await createSession(work, { userId, hash: tokenHash(token), expiresAt: work.now + SESSION_LIFETIME_MS, secondFactor })
  return token
}

/** Returns whether the person of a session has proven a second factor in it. */
export async function provedSecondFactor(session: StoreSession, hash: string): Promise<boolean> {
  return (await store.findToken(session, hash))?.second_factor === 1
}

/** Ends a session of a person, and returns the token of one that replaces it. */
export async function replaceSession(
  work: Work,
  userId: Snowflake,
  { hash, secondFactor }: { hash: string; secondFactor: boolean },
): Promise<string> {
  await endSessions(work, userId, [hash])
  return beginSession(work, userId, { secondFactor })
}

/** Ends every session of a person. */
export async function endAllSessions(work: Work, userId: Snowflake): Promise<void> {
  await lockAccounts(work, [userId])
  const sessions = await store.listSessions(work, userId)
  await endSessions(
    work,
    userId,
    sessions.map(({ hash }) => hash),
  )
}

/** Ends the sessions that a person has signed in to. Tokens of a world file stay. */
export async function endSignedInSessions(work: Work, userId: Snowflake): Promise<void> {
  await lockAccounts(work, [userId])
  const sessions = (await store.listSessions(work, userId)).filter(({ expires_at }) => expires_at !== null)
  await endSessions(
    work,
    userId,
    sessions.map(({ hash }) => hash),
  )
}

/** Records time and origin of a session's use and extends its lifetime. Ignores a session that has ended. */
export async function recordSessionUse(work: Work, hash: string, from: SessionOrigin): Promise<void> {
  const token = await store.findToken(work, hash)
  if (!token) return
  // Tokens of a world file do not expire: nobody signed in.
  const isNew = token.expires_at !== null && !(await store.isTokenUsed(work, hash))
  if (isNew) await noteSignInPlace(work, token.user_id, from)
  const user_agent = from.userAgent.slice(0, USER_AGENT_MAX)
  const expiresAt = token.expires_at === null ? null : work.now + SESSION_LIFETIME_MS
  await saveSessionUse(work, { hash, used_at: work.now, ip: from.ip, user_agent }, expiresAt)
}
