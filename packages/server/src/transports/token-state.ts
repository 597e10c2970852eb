import { type Instant, type Snowflake, wireTime } from '@guildhall/protocol'
import { SYSTEM_ACTOR, type Units } from '../kernel/units.ts'
import { isBanActive } from '../resources/accounts/platform-bans/index.ts'
import { findUser, type Identity } from '../resources/accounts/users/index.ts'
import type { FormerToken } from './known-identities.ts'

/** Texts of the tape about tokens that are refused. No response contains them. */

const FORMS = { bot: 'Bot <token>', bearer: 'Bearer <token>', person: 'the bare token' } as const

/** Returns the state of a token that is known. */
export function stateOf({ kind, userId, expiresAt, ban }: Identity, wanted: Identity['kind'] | 'any', now: Instant) {
  const whose = `the ${kind} token of user ${userId}`
  if (expiresAt !== null && expiresAt <= now) return `${whose} expired at ${wireTime(expiresAt)}`
  if (isBanActive(ban, now)) return `${whose} is good, but the user is banned from the platform`
  if (wanted !== 'any' && kind !== wanted) return `${whose} was sent as ${FORMS[wanted]}; it is sent as ${FORMS[kind]}`
  return `${whose} is good, but is not accepted here`
}

/** Returns what is known of a token that is not stored: that it was revoked, or whom it names. */
export async function stateOfUnknown(former: FormerToken | undefined, token: string, units: Units): Promise<string> {
  if (former) return `the ${former.kind} token of user ${former.userId} was revoked at ${wireTime(former.changedAt)}`
  const userId = userIdIn(token)
  if (userId === null) return 'the token is unknown: it was never issued here, or was revoked earlier'
  const user = await units.read(SYSTEM_ACTOR, (work) => findUser(work, userId))
  return user
    ? `the token names user ${userId} (${user.username}), but is unknown: it was reset, or is of another world`
    : `the token names user ${userId}, whom this world does not have: it is of another world`
}

/** Returns the user that a bot's or person's token names in its first part; null for any other text. */
function userIdIn(token: string): Snowflake | null {
  const text = Buffer.from(token.slice(0, 40).split('.', 1)[0] ?? '', 'base64').toString('latin1')
  return /^\d{15,20}$/.test(text) && BigInt(text) < 2n ** 63n ? BigInt(text) : null
}
