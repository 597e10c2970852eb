import type { Snowflake } from '@guildhall/protocol'
import { hashOf } from '../../../../kernel/sign-in-states.ts'
import type { Work } from '../../../../kernel/work.ts'
import { newSecret, type ProviderClaims } from '../model.ts'
import * as store from '../store.ts'

/** Time in which a page exchanges its code. A used state is remembered as long as it could be sent again. */
const CODE_LIFETIME_MS = 60_000
const STATE_LIFETIME_MS = 15 * 60_000

/** A sign-in that came back from its provider. */
export interface ReturnedSignIn {
  readonly provider: string
  readonly state: string
  readonly cookie: string
  readonly claims: ProviderClaims
}

/** Stores what a provider said, and returns the code of it for the page. Null if the state was used before. */
export async function saveSignIn(work: Work, returned: ReturnedSignIn): Promise<string | null> {
  const { provider, state, cookie, claims } = returned
  const code = newSecret()
  const row = {
    code_hash: hashOf(code),
    state_hash: hashOf(state),
    browser_hash: hashOf(cookie),
    provider,
    claims: JSON.stringify(claims),
    expires_at: work.now + CODE_LIFETIME_MS,
  }
  return (await store.insertSignIn(work, row, work.now - STATE_LIFETIME_MS)) ? code : null
}

/** Uses a code up. Returns false if another request was first. */
export function consumeCode(work: Work, code: string): Promise<boolean> {
  return store.useCode(work, hashOf(code))
}

/** Stores whose account at a provider this is, and the role that the provider gives. */
export function saveIdentity(
  work: Work,
  {
    userId,
    provider,
    claims,
    role,
  }: { userId: Snowflake; provider: string; claims: ProviderClaims; role: string | null },
): Promise<void> {
  const { issuer, subject, email, username, name } = claims
  const shown = email ?? username ?? name
  return store.putIdentity(work, {
    issuer,
    subject,
    user_id: userId,
    provider,
    name: shown,
    role,
    created_at: work.now,
  })
}

/** Unlinks a person's accounts at a provider. Returns whether there was one. */
export function removeIdentities(work: Work, userId: Snowflake, provider: string): Promise<boolean> {
  return store.deleteIdentities(work, userId, provider)
}
