import { createHash, randomBytes, randomInt } from 'node:crypto'
import { AuthenticatorType, type Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import type { User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { markSecondFactor, saveUser } from '../../users/index.ts'
import { authenticatorCreate, authenticatorDelete, authenticatorUpdate } from '../events.ts'
import type { BackupCode, Passkey, TicketKind } from '../model.ts'
import * as store from '../store.ts'

const CODES = 10
const CODE_LENGTH = 8
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const TOKEN_BYTES = 32
const MINUTE_MS = 60_000
const TICKET_LIFETIME_MS = 10 * MINUTE_MS
const NONCE_LIFETIME_MS = 30 * MINUTE_MS
const FRESH_LIFETIME_MS = 5 * MINUTE_MS

/** Time in which wrong codes of a person count together. */
export const FAILURES_WINDOW_MS = 15 * MINUTE_MS

/** Gives a person an authenticator app, and backup codes with the first factor. Returns the codes. */
export async function saveApp(
  work: Work,
  user: User,
  { secret, step }: { secret: string; step: number },
): Promise<BackupCode[]> {
  await store.putApp(work, { userId: user.id, secret, lastStep: step })
  return firstCodes(work, user)
}

/** Gives a person a passkey, and backup codes with the first factor. Returns the codes. */
export async function savePasskey(work: Work, user: User, passkey: Passkey): Promise<BackupCode[]> {
  await store.insertPasskey(work, passkey)
  work.emit(authenticatorCreate, userTopic(user.id), passkey)
  return firstCodes(work, user)
}

async function firstCodes(work: Work, user: User): Promise<BackupCode[]> {
  await saveTypes(work, user)
  const known = await store.listCodes(work, user.id)
  return known.length > 0 ? known : renewCodes(work, user.id)
}

/** Gives a person ten new backup codes; the former ones end. */
export async function renewCodes(work: Work, userId: Snowflake): Promise<BackupCode[]> {
  await store.replaceCodes(work, userId, Array.from({ length: CODES }, newCode))
  return store.listCodes(work, userId)
}

/** Stores the counter of a passkey, which its person does not see. */
export function countPasskey(work: Work, id: Snowflake, counter: number): Promise<void> {
  return store.updatePasskey(work, id, { counter })
}

/** Stores the name of a passkey. Returns the passkey. */
export async function renamePasskey(work: Work, passkey: Passkey, name: string): Promise<Passkey> {
  const after = { ...passkey, name }
  await store.updatePasskey(work, passkey.id, { name })
  work.emit(authenticatorUpdate, userTopic(passkey.userId), after)
  return after
}

/** Takes the authenticator app of a person away. */
export async function removeApp(work: Work, user: User): Promise<void> {
  await store.deleteApp(work, user.id)
  await saveTypes(work, user)
}

/** Takes a passkey of a person away. */
export async function removePasskey(work: Work, user: User, id: Snowflake): Promise<void> {
  await deletePasskey(work, user, id)
  await saveTypes(work, user)
}

async function deletePasskey(work: Work, { id: userId }: User, id: Snowflake): Promise<void> {
  await store.deletePasskey(work, id)
  work.emit(authenticatorDelete, userTopic(userId), { id, userId })
}

/** Takes every second factor of a person away. */
export async function removeFactors(work: Work, user: User): Promise<void> {
  await store.deleteApp(work, user.id)
  for (const { id } of await store.listPasskeys(work, user.id)) await deletePasskey(work, user, id)
  await saveTypes(work, user)
}

/** Stores which second factors a person has. Without one, backup codes are good for nothing. */
async function saveTypes(work: Work, user: User): Promise<void> {
  const { app, passkeys } = await store.findFactors(work, user.id)
  const types = [...(passkeys.length > 0 ? [AuthenticatorType.WEBAUTHN] : []), ...(app ? [AuthenticatorType.TOTP] : [])]
  if (types.length === 0) await store.deleteLeftovers(work, user.id)
  await saveUser(work, user, { ...user, mfa_enabled: types.length > 0, authenticator_types: types })
}

/** Purpose of a ticket. */
interface TicketPurpose {
  readonly kind: TicketKind
  readonly userId: Snowflake | null
  /** Hash of the session that asks; null for a sign-in. */
  readonly session: string | null
  /** Challenge for passkeys, or hash of the key that was mailed. */
  readonly proof: string | null
  /** Whether the sign-in revives an account that is being deleted. */
  readonly revives?: boolean
}

/** A ticket that is not stored yet: a refusal makes it before its side effects store it. */
export interface NewTicket extends TicketPurpose {
  readonly ticket: string
}

/** Returns a new ticket, which `saveTicket` stores. */
export function newTicket(purpose: TicketPurpose): NewTicket {
  return { ...purpose, ticket: randomBytes(TOKEN_BYTES).toString('base64url') }
}

/** Stores a ticket: nonces of backup codes for half an hour, others for ten minutes. */
export async function saveTicket(work: Work, made: NewTicket): Promise<void> {
  const { ticket, kind, userId, session, proof, revives = false } = made
  const lifetime = kind === 'view_codes' || kind === 'renew_codes' ? NONCE_LIFETIME_MS : TICKET_LIFETIME_MS
  const row = { hash: hashOf(ticket), kind, user_id: userId, session, proof, attempts: 0, revives: revives ? 1 : 0 }
  await store.insertTicket(work, { ...row, expires_at: work.now + lifetime }, work.now)
}

/** Uses a ticket up. Returns false if another request was first. */
export function consumeTicket(work: Work, ticket: string): Promise<boolean> {
  return store.deleteTicket(work, hashOf(ticket))
}

/** Returns a proof of a fresh factor for a session, for five minutes. The session counts as proven from now on. */
export async function saveFresh(work: Work, session: string): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expires_at = work.now + FRESH_LIFETIME_MS
  await store.insertFresh(work, { hash: hashOf(token), session, expires_at }, work.now)
  await markSecondFactor(work, session)
  return token
}

/** Stores that a step of the app was accepted. Returns false if another request was first. */
export function acceptStep(work: Work, userId: Snowflake, step: number): Promise<boolean> {
  return store.advanceStep(work, userId, step)
}

/** Uses a backup code up. Returns false if another request was first. */
export function acceptCode(work: Work, userId: Snowflake, number: number): Promise<boolean> {
  return store.consumeCode(work, userId, number)
}

/** Stores a failed attempt, of a person and of the ticket that it came with. */
export async function saveFailure(work: Work, userId: Snowflake, ticket: string | null): Promise<void> {
  const forget = work.now - FAILURES_WINDOW_MS
  await store.insertFailure(work, { id: work.nextId(), userId, at: work.now, forget })
  if (ticket !== null) await store.countTicketAttempt(work, hashOf(ticket))
}

/** Returns the hash under which a ticket, a proof or a mailed key is stored. */
export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}

/** Returns a code that a person can read and type. */
export function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
