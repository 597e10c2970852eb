const LOOPBACK_HOST = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** Endings of host names that no public server has. */
const RESERVED_ENDING = /\.(?:local|arpa|internal|localhost)$/
const IP_ADDRESS = /^(?:\d{1,3}(?:\.\d{1,3}){3}|\[.*\])$/

/**
 * Returns why an address cannot be the issuer of id tokens, or null. Plain http is allowed on this machine only.
 * `issuer` is compared exactly, so it has no query, fragment or credentials.
 */
export function issuerFault(issuer: string): string | null {
  const url = URL.parse(issuer)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return 'must be an https address'
  if (/[?#]/.test(issuer)) return 'must have no query and no fragment'
  if (url.username !== '' || url.password !== '') return 'must have no credentials'
  if (url.protocol === 'http:' && !LOOPBACK_HOST.test(url.hostname)) return 'must be an https address'
  return null
}

/**
 * Returns whether the address of an issuer, or of its keys, has the form of a public server. The address behind the
 * name is checked when it is requested.
 */
export function isPublicIssuer(issuer: string): boolean {
  const url = URL.parse(issuer)
  if (url?.protocol !== 'https:' || issuerFault(issuer) !== null) return false
  const host = url.hostname.replace(/\.$/, '')
  return host.includes('.') && !RESERVED_ENDING.test(host) && !IP_ADDRESS.test(host)
}
