import { createHash } from 'node:crypto'
import type { Instant, Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../../kernel/event.ts'
import type { Work } from '../../../kernel/work.ts'
import { sessionsEnded } from '../events.ts'
import { newToken, tokenHash } from '../model.ts'
import * as store from '../store.ts'

/** Lifetime of a person's session after its last use. Tokens of a world file have none. */
const SESSION_LIFETIME_MS = 90 * 86_400_000
/** Sessions of one person that expire; the least recently used one ends when another begins. */
const SESSIONS_MAX = 50
const USER_AGENT_MAX = 256

/** Signs a person in. Returns the session's token. */
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

/** Ends sessions of a person: their tokens are refused from now on, and their gateway sessions close with 4004. */
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

/** Notes when and from where a session was used, and lets it live on from there. An ended session stays ended. */
export async function noteSessionUse(work: Work, hash: string, from: { ip: string; userAgent: string }): Promise<void> {
  const token = await store.findToken(work, hash)
  if (!token) return
  const user_agent = from.userAgent.slice(0, USER_AGENT_MAX)
  await store.saveTokenUse(work, { hash, used_at: work.now, ip: from.ip, user_agent })
  if (token.expires_at !== null) await store.extendToken(work, hash, work.now + SESSION_LIFETIME_MS)
}

/** Returns the public name of a session, from which its token's hash cannot be told. */
export function sessionIdHash(hash: string): string {
  return createHash('sha256').update(`session ${hash}`).digest('base64')
}

/** Returns the session object that its person is shown. */
export function presentSession(session: {
  hash: string
  created_at: Instant
  used_at: Instant | null
  ip: string | null
  user_agent: string | null
}) {
  return {
    id_hash: sessionIdHash(session.hash),
    approx_last_used_time: new Date(session.used_at ?? session.created_at).toISOString(),
    client_info: { os: null, platform: session.user_agent, location: session.ip },
  }
}
