import type { ResponseOf } from '@guildhall/client'
import { anonymous } from './arrival.ts'

/** Response to a sign-in of a person whose second factor is missing. */
export type FactorTicket = Extract<ResponseOf<'login'>, { mfa: true }>
export type FactorKind = 'totp' | 'backup' | 'webauthn'

/** Proves the second factor of a sign-in. Returns the token of the new session. */
export async function verifyLogin(ticket: string, kind: FactorKind, code: string): Promise<string> {
  const body = { ticket, code }
  return (await anonymous.call('verify_mfa_login', { params: { authenticator_type: kind }, body })).token
}
