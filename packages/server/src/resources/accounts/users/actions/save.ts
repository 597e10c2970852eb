import type { Instant, Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { publicProfileChanged } from '../consequences.ts'
import { sessionsEnded, tokensRevoked, userUpdate } from '../events.ts'
import { deleteOtherPlaces, putPlace } from '../places-store.ts'
import { presentSelf, presentUser } from '../present.ts'
import * as store from '../store.ts'

/** Stores a changed user and emits USER_UPDATE to the user. The user's guilds follow a change of public fields. */
export async function saveUser(work: Work, before: User, after: User): Promise<void> {
  const all = { email: true, premium: true, own: true }
  if (same(presentSelf(before, all), presentSelf(after, all))) return
  await store.updateUser(work, after)
  if (before.email !== after.email || before.verified !== after.verified)
    await store.putConfirmedAddress(work, after.id, after.verified ? after.email : null)
  work.emit(userUpdate, userTopic(after.id), after)
  if (!same(presentUser(before), presentUser(after))) await work.follow(publicProfileChanged, { before, after })
}

/** Takes everything personal from the account of a person, who stays as the author of what they wrote. */
export async function saveDeletedUser(work: Work, user: User): Promise<void> {
  await saveUser(work, user, store.deletedUser(user.id))
}

function same(a: object, b: object): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

/** Stores a person's new session under the hash of its token. */
export async function createSession(
  work: Work,
  {
    userId,
    hash,
    expiresAt,
    secondFactor,
  }: { userId: Snowflake; hash: string; expiresAt: Instant; secondFactor: boolean },
): Promise<void> {
  await store.insertToken(work, {
    hash,
    kind: 'person',
    user_id: userId,
    application_id: null,
    created_at: work.now,
    expires_at: expiresAt,
    second_factor: secondFactor ? 1 : 0,
  })
}

/** Ends sessions of a person: deletes their tokens and closes their gateway sessions with 4004. */
export async function endSessions(work: Work, userId: Snowflake, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  await store.deleteTokens(work, hashes)
  work.emit(sessionsEnded, userTopic(userId), { hashes })
}

/** Stores that the person of a session has proven a second factor in it. */
export function markSecondFactor(work: Work, hash: string): Promise<void> {
  return store.putSecondFactor(work, hash)
}

/** Stores time and origin of a session's use, and when the session expires; null for one that does not expire. */
export async function saveSessionUse(
  work: Work,
  use: Parameters<typeof store.saveTokenUse>[1],
  expiresAt: Instant | null,
): Promise<void> {
  await store.saveTokenUse(work, use)
  if (expiresAt !== null) await store.extendToken(work, use.hash, expiresAt)
}

/** Stores a new user, and returns them with all defaults. Emits nothing: a new user has no session and no guild. */
export function addUser(work: Work, user: Parameters<typeof store.insertUser>[1]): Promise<User> {
  return store.insertUser(work, user)
}

/** Deletes a user, whose sessions and memberships have ended before. */
export function deleteUser(work: Work, userId: Snowflake): Promise<void> {
  return store.deleteUser(work, userId)
}

/** Stores the hash of a password. Sessions stay. */
export function savePassword(work: Work, userId: Snowflake, hash: string): Promise<void> {
  return store.setPassword(work, userId, hash)
}

/** Stores one more token of a bot under its hash. */
export function addBotToken(
  work: Work,
  token: { userId: Snowflake; applicationId: Snowflake; hash: string },
): Promise<void> {
  const { userId: user_id, applicationId: application_id, hash } = token
  return store.insertToken(work, { hash, kind: 'bot', user_id, application_id, created_at: work.now })
}

/** Deletes the tokens of a bot, and closes its gateway sessions with 4004. */
export async function revokeBotTokens(work: Work, userId: Snowflake): Promise<void> {
  await store.deleteTokensOfUser(work, userId, 'bot')
  work.emit(tokensRevoked, userTopic(userId), { userId, applicationId: null })
}

/** Stores an access token that an OAuth2 grant gave. */
export function addAccessToken(
  work: Work,
  token: Omit<Parameters<typeof store.insertToken>[1], 'kind' | 'created_at'>,
): Promise<void> {
  return store.insertToken(work, { ...token, kind: 'bearer', created_at: work.now })
}

/** Stores that a person signed in from a place, and forgets the places that are not kept. */
export async function savePlace(
  work: Work,
  { userId, place, kept }: { userId: Snowflake; place: string; kept: readonly string[] },
): Promise<void> {
  await putPlace(work, { userId, place, at: work.now })
  await deleteOtherPlaces(work, userId, kept)
}
