import type { Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../../kernel/event.ts'
import type { Work } from '../../../kernel/work.ts'
import { sessionsEnded } from '../events.ts'
import { newToken, tokenHash } from '../model.ts'
import * as store from '../store.ts'

/** Lifetime of a person's session after its last use. Tokens of a world file do not expire. */
const SESSION_LIFETIME_MS = 90 * 86_400_000
/** Limit of one person's sessions that expire. Over it, a new session ends the least recently used one. */
const SESSIONS_MAX = 50
const USER_AGENT_MAX = 256

/** Signs a person in and returns the token of the new session. */
export async function beginSession(work: Work, userId: Snowflake): Promise<string> {
  const sessions = (await store.listSessions(work, userId)).filter(({ expires_at }) => expires_at !== null)
  const expired = sessions.filter(({ expires_at }) => expires_at !== null && expires_at <= work.now)
  const live = sessions.filter((session) => !expired.includes(session))
  await endSessions(
    work,
    userId,
    [...expired, ...live.slice(SESSIONS_MAX - 1)].map(({ hash }) => hash),
  )
  const token = newToken(userId, work.now)
  await store.insertToken(work, {
    hash: tokenHash(token),
    kind: 'person',
    user_id: userId,
    application_id: null,
    created_at: work.now,
    expires_at: work.now + SESSION_LIFETIME_MS,
  })
  return token
}

/** Ends sessions of a person: deletes their tokens and closes their gateway sessions with 4004. */
export async function endSessions(work: Work, userId: Snowflake, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await store.deleteTokens(work, hashes)
  work.emit(sessionsEnded, userTopic(userId), { hashes })
}

/** Ends every session of a person. */
export async function endAllSessions(work: Work, userId: Snowflake): Promise<void> {
  const sessions = await store.listSessions(work, userId)
  await endSessions(
    work,
    userId,
    sessions.map(({ hash }) => hash),
  )
}

/** Records time and origin of a session's use and extends its lifetime. Ignores a session that has ended. */
export async function recordSessionUse(
  work: Work,
  hash: string,
  from: { ip: string; userAgent: string },
): Promise<void> {
  const token = await store.findToken(work, hash)
  if (!token) return
  const user_agent = from.userAgent.slice(0, USER_AGENT_MAX)
  await store.saveTokenUse(work, { hash, used_at: work.now, ip: from.ip, user_agent })
  if (token.expires_at !== null) await store.extendToken(work, hash, work.now + SESSION_LIFETIME_MS)
}
