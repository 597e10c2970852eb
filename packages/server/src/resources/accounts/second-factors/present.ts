import { type Static, Type } from '../../../validation/schema.ts'
import type { BackupCode, Factors, Passkey } from './model.ts'

const Ticket = {
  user_id: Type.String(),
  mfa: Type.Literal(true),
  ticket: Type.String(),
  totp: Type.Boolean(),
  backup: Type.Boolean(),
  sms: Type.Literal(false),
  /** `{"publicKey": …}` as JSON; null without a passkey. */
  webauthn: Type.Union([Type.String(), Type.Null()]),
}

/** Ticket of a person whose second factor is missing. */
export const FactorNeeded = Type.Object(Ticket)

/** Session of a person who has signed in, or the ticket of one whose second factor is missing. */
export const SignedIn = Type.Union([Type.Object({ token: Type.String(), user_id: Type.String() }), FactorNeeded])
export type SignedInObject = Static<typeof SignedIn>

/** Returns the ticket of a sign-in with what the person can prove themselves by. */
export function presentTicket(
  userId: bigint,
  { app, codes }: Factors,
  { ticket, webauthn }: { ticket: string; webauthn: string | null },
): Static<typeof FactorNeeded> {
  const backup = codes.some(({ consumed }) => !consumed)
  return { user_id: userId.toString(), mfa: true, ticket, totp: app !== undefined, backup, sms: false, webauthn }
}

/** Returns the ways in which a person can prove a second factor now. */
export function presentMethods({ app, codes }: Factors, webauthn: string | null) {
  const hasCodes = codes.some(({ consumed }) => !consumed)
  return [
    ...(webauthn === null ? [] : [{ type: 'webauthn', challenge: webauthn }]),
    ...(app ? [{ type: 'totp', backup_codes_allowed: hasCodes }] : []),
    ...(hasCodes ? [{ type: 'backup' }] : []),
  ]
}

/** A backup code, as its person sees it. */
export const BackupCodeObject = Type.Object({ user_id: Type.String(), code: Type.String(), consumed: Type.Boolean() })

/** Returns backup codes for their person. */
export function presentCodes(userId: bigint, codes: readonly BackupCode[]): Static<typeof BackupCodeObject>[] {
  return codes.map(({ code, consumed }) => ({ user_id: userId.toString(), code, consumed }))
}

/** A passkey, as its person sees it. */
export const PasskeyObject = Type.Object({ id: Type.String(), type: Type.Literal(1), name: Type.String() })

/** Returns a passkey for its person. */
export function presentPasskey({ id, name }: Passkey): Static<typeof PasskeyObject> {
  return { id: id.toString(), type: 1, name }
}
