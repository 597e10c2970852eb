import { isIP } from 'node:net'
import type { Instant } from '@guildhall/protocol'

/** The place that passkeys are for. */
export interface Site {
  /** Host name: the relying party. */
  readonly id: string
  readonly origin: string
  /** Whether browsers let pages of this place use passkeys: by https, or on the machine itself. */
  readonly allowsPasskeys: boolean
}

/** Facts of the platform by which proofs of factors are checked. */
export interface Place {
  readonly site: Site
  /** Wall-clock time: authenticator apps know no other. */
  readonly wallNow: Instant
  /** Address of the platform, for mails. */
  readonly url: string
}

/**
 * Returns the place of a platform by the address at which people reach it. On the machine itself that is `localhost`:
 * a passkey belongs to a name, never to a number.
 */
export function siteOf(address: string): Site {
  const url = new URL(address)
  if (['127.0.0.1', '[::1]'].includes(url.hostname)) url.hostname = 'localhost'
  const { hostname: id, origin, protocol } = url
  const isNamed = isIP(id.replaceAll(/[[\]]/g, '')) === 0
  return { id, origin, allowsPasskeys: id === 'localhost' || (protocol === 'https:' && isNamed) }
}
