import { isIP } from 'node:net'
import { issueAuthority, issueServer } from '../../transports/http/issue-certificate.ts'
import { PUBLIC_DOMAINS } from './public-hosts.ts'

const DAY_MS = 86_400_000
/** Some clients refuse server certificates valid for more than 398 days. */
const DAYS = 397

/** All PEM. */
export interface FrontCertificate {
  readonly authority: string
  readonly cert: string
  readonly key: string
}

/**
 * Issues a certificate for the public platform's hosts and `portless` (see `FrontOptions`), by an authority made for
 * this run. The authority's key is dropped here. The platform's own authority is not used, because people trust it in
 * browsers: it must never vouch for hosts of others.
 */
export function issueFrontCertificate(now: number, portless: string | null): FrontCertificate {
  const validity = { notBefore: now - DAY_MS, notAfter: now + DAYS * DAY_MS }
  const dns: string[] = PUBLIC_DOMAINS.flatMap((domain) => [domain, `*.${domain}`])
  const ips: string[] = []
  if (portless !== null) (isIP(portless) ? ips : dns).push(portless)
  const authority = issueAuthority({ dns, ips }, validity)
  const { cert, key } = issueServer(authority, { dns, ips }, validity)
  return { authority: authority.cert, cert, key }
}
