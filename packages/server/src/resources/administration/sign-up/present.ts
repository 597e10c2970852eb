import { wire, wireTime } from '@guildhall/protocol'
import { Nullable, OneOf, type Static, Type } from '../../../validation/schema.ts'
import { inviteUrl, type RegistrationInvite } from './model.ts'

/** A session of a person who has just registered, or has confirmed an address. */
export const SignedUpObject = Type.Object({ token: Type.String(), user_id: Type.String() })

/** A registration that waits for its address to be confirmed, or for an operator. */
export const WaitingObject = Type.Object({ user_id: Type.Null(), state: OneOf('unverified', 'pending') })

/** Length of tokens of links. */
export const TOKEN_MAX = 200

/** Limit of routes that take tokens of links, by address: tokens cannot be guessed. */
export const LINK_LIMIT = { limit: 100, windowMs: 3_600_000 }

/** An operator's invite to register. */
export const InviteToRegister = Type.Object({
  code: Type.String(),
  url: Type.String(),
  uses: Type.Integer(),
  used: Type.Integer(),
  expires_at: Nullable(wire.Time),
  email: Nullable(Type.String()),
  note: Nullable(Type.String()),
})

/** Returns an invite for operators. */
export function presentInvite(invite: RegistrationInvite, platform: string): Static<typeof InviteToRegister> {
  const { code, uses, used, expires_at, email, note } = invite
  const end = expires_at === null ? null : wireTime(expires_at)
  return { code, url: inviteUrl(platform, code), uses, used, expires_at: end, email, note }
}
