import { ApiError, type Instant, type Snowflake } from '@guildhall/protocol'
import { CommittedRefusal, RefusalWithEffects } from '../../../../kernel/operation.ts'
import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../instance-settings/index.ts'
import { letters, queueMail } from '../../mails/index.ts'
import { findUser } from '../../users/index.ts'
import type { FactorKind, FactorTicket, Passkey, TicketKind } from '../model.ts'
import type { Place } from '../site.ts'
import * as store from '../store.ts'
import { stepOfCode } from '../totp.ts'
import { credentialOf, usedPasskey } from '../webauthn.ts'
import { acceptCode, acceptStep, consumeTicket, countPasskey, FAILURES_WINDOW_MS, hashOf, saveFailure } from './save.ts'

const FAILURES_MAX = 10
const TICKET_ATTEMPTS_MAX = 5

/** A proof that a person gave, as the protocol names it. */
export interface GivenFactor extends Place {
  readonly kind: FactorKind
  /** Code, or the response of a passkey as JSON. */
  readonly data: string
}

/**
 * Returns a ticket that is still good for something, and leaves it as it is.
 *
 * @throws ApiError TWO_FACTOR_TICKET_INVALID for one that is used up, has expired, or had five wrong codes
 */
export async function liveTicket(work: Work, ticket: string, kind: TicketKind): Promise<FactorTicket> {
  const found = await store.findTicket(work, hashOf(ticket), kind)
  if (!found || found.expires_at <= work.now || found.attempts >= TICKET_ATTEMPTS_MAX) throw invalidTicket()
  return found
}

/** Returns the refusal of a ticket, with one text for all reasons. */
export function invalidTicket(): ApiError {
  return new ApiError('TWO_FACTOR_TICKET_INVALID')
}

/**
 * Returns the person of a ticket with whose request a right proof came, and uses both up.
 *
 * @param session hash of the session that may use the ticket; null for a sign-in
 * @throws ApiError TWO_FACTOR_TICKET_INVALID; TWO_FACTOR_CODE_INVALID, which is counted; RATE_LIMITED after ten wrong
 *   codes in 15 minutes
 */
export async function redeemTicket(
  work: Work,
  { ticket, kind, session }: { ticket: string; kind: TicketKind; session: string | null },
  given: GivenFactor,
): Promise<Snowflake> {
  const { user_id: userId, session: asked, proof } = await liveTicket(work, ticket, kind)
  if (userId === null || asked !== session) throw invalidTicket()
  await demandAttempt(work, userId)
  // Another request may have used it up while this one waited.
  await liveTicket(work, ticket, kind)
  const isRight =
    given.kind === 'webauthn' ? await provesPasskey(work, userId, given, proof) : await provesCode(work, userId, given)
  if (!isRight) {
    await saveFailure(work, userId, ticket)
    throw new CommittedRefusal('TWO_FACTOR_CODE_INVALID')
  }
  if (!(await consumeTicket(work, ticket))) throw invalidTicket()
  return userId
}

/**
 * Lets one request after another try factors of a person.
 *
 * @throws ApiError RATE_LIMITED
 */
async function demandAttempt(work: Work, userId: Snowflake): Promise<void> {
  const since = work.now - FAILURES_WINDOW_MS
  const failures = await work.lock(`factors.${userId}`, () => store.countFailures(work, userId, since))
  if (failures >= FAILURES_MAX)
    throw new ApiError('RATE_LIMITED', { extra: { retry_after: FAILURES_WINDOW_MS / 1000, global: false } })
}

/** A code of the app; people type backup codes into the same box. */
async function provesCode(work: Work, userId: Snowflake, { kind, data, wallNow }: GivenFactor): Promise<boolean> {
  return (kind === 'totp' && (await provesApp(work, userId, data, wallNow))) || provesBackup(work, userId, data)
}

async function provesApp(work: Work, userId: Snowflake, code: string, wallNow: Instant): Promise<boolean> {
  const app = await store.findApp(work, userId)
  const step = app ? await stepOfCode(app, code, wallNow) : null
  return step !== null && acceptStep(work, userId, step)
}

async function provesBackup(work: Work, userId: Snowflake, given: string): Promise<boolean> {
  const wanted = given.replaceAll(/[\s-]/g, '').toLowerCase()
  const found = (await store.listCodes(work, userId)).find(({ code, consumed }) => !consumed && code === wanted)
  return found !== undefined && acceptCode(work, userId, found.number)
}

async function provesPasskey(
  work: Work,
  userId: Snowflake,
  given: GivenFactor,
  challenge: string | null,
): Promise<boolean> {
  const passkey = await namedPasskey(work, given.data)
  if (passkey?.userId !== userId || challenge === null) return false
  return usePasskey(work, passkey, { ...given, challenge, isAlone: false })
}

/** Returns the passkey that a response names. */
export async function namedPasskey(work: Work, response: string): Promise<Passkey | undefined> {
  const id = credentialOf(response)
  return id === null ? undefined : store.findPasskey(work, id)
}

/**
 * Returns whether a passkey has answered a challenge, and stores its counter.
 *
 * @throws ApiError TWO_FACTOR_CODE_INVALID for a counter that went back: the passkey was copied, and its person gets a
 *   mail
 */
export async function usePasskey(
  work: Work,
  passkey: Passkey,
  given: Place & { data: string; challenge: string; isAlone: boolean },
): Promise<boolean> {
  const { site, data: response, challenge, isAlone } = given
  const counter = await usedPasskey(site, passkey, { response, challenge, isAlone })
  if (counter === null) return false
  if (passkey.counter > 0 && counter <= passkey.counter)
    throw new RefusalWithEffects('TWO_FACTOR_CODE_INVALID', (later) => reportCopy(later, passkey, given.url))
  await countPasskey(work, passkey.id, counter)
  return true
}

async function reportCopy(work: Work, { userId, name: passkey }: Passkey, url: string): Promise<void> {
  const user = await findUser(work, userId)
  if (!user?.email || !user.verified) return
  const { name } = await settingsOf(work)
  await queueMail(work, user.email, letters.passkeyCopied({ name, url }, passkey))
}
