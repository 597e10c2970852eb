import { createHash } from 'node:crypto'
import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { settingsOf } from '../../instance-settings/index.ts'
import { letters, queueMail } from '../../mails/index.ts'
import { listPlaces } from '../places-store.ts'
import { findUser } from '../store.ts'
import { savePlace } from './save.ts'

/** Places that are remembered of one person. */
const PLACES_MAX = 20
const DAY_MS = 86_400_000

/** Network and browser of a session, and the address of the platform for the mail. */
export interface SessionOrigin {
  readonly ip: string
  readonly userAgent: string
  readonly url: string
}

/**
 * Remembers from which network and browser a person signed in, as a hash, and mails a person who signed in elsewhere
 * before. The first place of a person is no news. Places are forgotten like other addresses.
 */
export async function noteSignInPlace(work: Work, userId: Snowflake, from: SessionOrigin): Promise<void> {
  const { retention_addresses_days: days, name } = await settingsOf(work)
  const since = work.now - days * DAY_MS
  const known = await work.lock(`places.${userId}`, () => listPlaces(work, userId, since))
  const place = placeOf(userId, from)
  const kept = [place, ...known.filter((other) => other !== place)].slice(0, PLACES_MAX)
  await savePlace(work, { userId, place, kept })
  if (known.length === 0 || known.includes(place)) return
  const user = await findUser(work, userId)
  if (user?.email && user.verified)
    await queueMail(work, user.email, letters.signedIn({ name, url: from.url }, from.ip))
}

/** Returns the hash of a network and browser. IPv6 addresses are networks already. */
function placeOf(userId: Snowflake, { ip, userAgent }: SessionOrigin): string {
  const network = ip.includes(':') ? ip : ip.split('.').slice(0, 3).join('.')
  return createHash('sha256')
    .update(JSON.stringify([`${userId}`, network, userAgent]))
    .digest('base64url')
}
