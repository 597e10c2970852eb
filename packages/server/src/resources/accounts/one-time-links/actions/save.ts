import { createHash, randomBytes } from 'node:crypto'
import { type Instant, invalidForm, type Snowflake } from '@guildhall/protocol'
import type { OneTimeLinkTable } from '../../../../kernel/store/account-tables.ts'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import type { Work } from '../../../../kernel/work.ts'
import * as store from '../store.ts'

const HOUR_MS = 3_600_000
const TOKEN_BYTES = 32

/** Lifetimes of links by their purpose. */
const LIFETIMES_MS: Readonly<Record<LinkKind, number>> = {
  sign_in: 24 * HOUR_MS,
  verify: 24 * HOUR_MS,
  change: 24 * HOUR_MS,
  reset: HOUR_MS / 2,
}

/** Purpose of a link: sign-in, confirming an address, a new address, a new password. */
export type LinkKind = OneTimeLinkTable['kind']

/** A link that was made, with the token that stands in its fragment. */
export interface MadeLink {
  readonly token: string
  readonly expiresAt: Instant
}

/** A link whose token was presented. */
export interface FoundLink {
  readonly kind: LinkKind
  /** Person, or registration that is not active yet. */
  readonly userId: Snowflake
  /** Address of mail that the link confirms. */
  readonly address: string | null
}

/** Makes a link that works once. It ends the former ones of the same person and purpose. */
export async function createLink(
  work: Work,
  userId: Snowflake,
  { kind, address = null }: { kind: LinkKind; address?: string | null },
): Promise<MadeLink> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const expiresAt = work.now + LIFETIMES_MS[kind]
  await store.deleteOldLinks(work, work.now)
  await store.deleteLinksOf(work, userId, [kind])
  await store.insertLink(work, {
    token_hash: hashOf(token),
    user_id: userId,
    created_at: work.now,
    expires_at: expiresAt,
    kind,
    address,
  })
  return { token, expiresAt }
}

/**
 * Returns what a token is good for, and leaves the token as it is.
 *
 * @throws ApiError INVALID_FORM_BODY at `token`, with one text for unknown, used and expired ones
 */
export async function linkOfToken(
  session: StoreSession,
  token: string,
  { kinds, now }: { kinds: readonly LinkKind[]; now: Instant },
): Promise<FoundLink> {
  const link = await store.findLink(session, hashOf(token))
  if (!link || link.expires_at <= now || !kinds.includes(link.kind)) throw deadToken()
  return { kind: link.kind, userId: link.user_id, address: link.address }
}

/** Uses a token up. @throws ApiError INVALID_FORM_BODY at `token` if another request was first */
export async function consumeLink(work: Work, token: string): Promise<void> {
  if (!(await store.deleteLink(work, hashOf(token)))) throw deadToken()
}

/** Ends links of a person: a new password ends those that set one. */
export function endLinks(work: Work, userId: Snowflake, kinds: readonly LinkKind[]): Promise<void> {
  return store.deleteLinksOf(work, userId, kinds)
}

/** Returns the refusal of a token, with one text for all reasons. */
export function deadToken(): Error {
  return invalidForm(['token'], 'TOKEN_INVALID', 'This link is not valid any more. Ask for a new one.')
}

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')
