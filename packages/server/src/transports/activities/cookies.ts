import { TICKET_COOKIE } from './ticket-place.ts'

/** Attributes that the proxy decides. */
const DECIDED = ['domain', 'samesite', 'secure', 'partitioned']
/** Prefix of cookies that must have no Domain. */
const HOST_PREFIX = /^__Host-/i

/**
 * Rewrites a `Set-Cookie` of a target for the host of its activity. The cookie is sent within frames of other sites,
 * separately for each embedding site, and to no other host. Returns null for a cookie without a name and value, and for
 * a cookie of the proxy.
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
