import { TICKET_COOKIE } from './ticket-place.ts'

/** Attributes that the proxy decides. */
const DECIDED = ['domain', 'samesite', 'secure', 'partitioned']
/** Prefix of cookies that must have no Domain. */
const HOST_PREFIX = /^__Host-/i

/**
 * Returns a `Set-Cookie` of a target for the host of its activity: sent within frames of other sites, kept apart by the
 * site that embeds it, and for no other host. Null for a cookie without a name and value, and for the proxy's own.
 */
export function activityCookie(value: string, hostName: string): string | null {
  const [pair = '', ...attributes] = value.split(';').map((part) => part.trim())
  if (!/^[^=\s]+=/.test(pair) || pair.startsWith(`${TICKET_COOKIE}=`)) return null
  const kept = attributes.filter((attribute) => attribute !== '' && !DECIDED.includes(nameOf(attribute)))
  const hadDomain = attributes.some((attribute) => nameOf(attribute) === 'domain')
  const domain = hadDomain && !HOST_PREFIX.test(pair) ? [`Domain=${hostName}`] : []
  return [pair, ...kept, ...domain, 'SameSite=None', 'Secure', 'Partitioned'].join('; ')
}

const nameOf = (attribute: string) => attribute.split('=')[0]?.trim().toLowerCase() ?? ''
