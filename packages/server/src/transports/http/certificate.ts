import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { writeFileAtomically } from '../../kernel/atomic-file.ts'
import { UserError } from '../../kernel/user-error.ts'
import type { Issued, Names } from './issue-certificate.ts'
import { namesOfCertificate } from './own-hosts.ts'

const DAY_MS = 86_400_000
/** People trust the authority by hand. A year bounds the use of a stolen key, also where nobody removes the trust. */
const AUTHORITY_DAYS = 397
/** The authority outlives each certificate that it signs. */
const AUTHORITY_RENEWED_DAYS = 120
const SERVER_DAYS = 90
const SERVER_RENEWED_DAYS = 30
/** A server that runs for months looks once a day whether its certificate is to be renewed. */
const RENEWAL_MS = DAY_MS
/** Clocks of clients may be behind. */
const BACKDATED_MS = DAY_MS

export interface Certificates {
  /** The authority's certificate as a file, for `NODE_EXTRA_CA_CERTS` and the like. */
  readonly ca: string
  /** PEM. */
  readonly cert: string
  readonly key: string
  /** Calls `listener` with each certificate that replaces the former one while the server runs. */
  readonly onRenewal?: (listener: (renewed: Issued) => void) => void
  /** Renews the certificate if it is to be renewed. */
  readonly renew?: (now: number) => Promise<void>
  /** Removes what was made for this run only. */
  close(): Promise<void>
}

export class CertificateError extends UserError {
  override readonly name = 'CertificateError'
}

export interface LocalCertificateOptions {
  /** Folder of the files; null for a temporary folder, which `close` removes. */
  folder: string | null
  /** The listen address; `0.0.0.0` and `::` mean all addresses of this machine. */
  host: string
  /** Host under which each activity has its own name, perhaps with a port. Default: `activities.localhost`. */
  activitiesDomain?: string | undefined
  /** The machine's time, never the platform date: clients judge the dates by their own clocks. */
  now: number
}

/**
 * A certificate for `localhost`, names under it, the loopback addresses and `host`, signed by a local authority. Both
 * are made at the first start and kept; the library that makes them is loaded only then (it takes some 30 ms).
 */
export async function localCertificates(options: LocalCertificateOptions): Promise<Certificates> {
  const temporary = options.folder === null
  const folder = options.folder === null ? await mkdtemp(join(tmpdir(), 'guildhall-tls-')) : resolve(options.folder)
  const names = namesOfCertificate(options.host, options.activitiesDomain)
  let current = await obtain(folder, names, options.now)
  let replaced: (renewed: Issued) => void = () => {}
  const renew = async (now: number) => {
    const next = await obtain(folder, names, now)
    if (next.cert === current.cert) return
    current = next
    replaced(next)
  }
  // A folder that cannot be written today may be tomorrow; the certificate is renewed a month before its end.
  const timer = setInterval(() => void renew(Date.now()).catch(() => undefined), RENEWAL_MS).unref()
  return {
    ca: join(folder, 'ca.pem'),
    cert: current.cert,
    key: current.key,
    onRenewal: (listener) => {
      replaced = listener
    },
    renew,
    close: async () => {
      clearInterval(timer)
      if (temporary) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Returns the stored certificate of a folder if it serves, or makes another one. */
async function obtain(folder: string, names: Names, now: number): Promise<Issued> {
  const stored = await readStored(folder)
  const authority = stored.authority && isGoodAuthority(stored.authority, now) ? stored.authority : null
  const server = stored.server && authority && serves(stored.server, authority, names, now) ? stored.server : null
  return server ?? (await make(folder, authority, names, now))
}

/**
 * The operator's own certificate; `ca` is then the certificate file itself, which holds the chain.
 * @throws CertificateError when a file cannot be read, or the key is not the certificate's
 */
export async function givenCertificates(files: { cert: string; key: string }): Promise<Certificates> {
  const [cert, key] = await Promise.all([readGiven(files.cert, '--tls-cert'), readGiven(files.key, '--tls-key')])
  let matches: boolean
  try {
    matches = new X509Certificate(cert).checkPrivateKey(createPrivateKey(key))
  } catch (cause) {
    throw new CertificateError(`${files.cert} and ${files.key} must be a certificate and its key in PEM`, { cause })
  }
  if (!matches)
    throw new CertificateError(`The key in ${files.key} does not belong to the certificate in ${files.cert}`)
  return { ca: resolve(files.cert), cert, key, close: async () => {} }
}

async function readGiven(file: string, option: string): Promise<string> {
  try {
    return await readFile(file, 'utf8')
  } catch (cause) {
    throw new CertificateError(`${option}: cannot read ${file}`, { cause })
  }
}

async function make(folder: string, authority: Issued | null, names: Names, now: number): Promise<Issued> {
  const { issueAuthority, issueServer, permits } = await import('./issue-certificate.ts')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const from = now - BACKDATED_MS
  let issuer = authority && permits(authority, names) ? authority : null
  if (!issuer) {
    issuer = issueAuthority(names, { notBefore: from, notAfter: now + AUTHORITY_DAYS * DAY_MS })
    await writeFileAtomically(join(folder, 'ca-key.pem'), issuer.key)
    await writeFileAtomically(join(folder, 'ca.pem'), issuer.cert, { mode: 0o644 })
  }
  const server = issueServer(issuer, names, { notBefore: from, notAfter: now + SERVER_DAYS * DAY_MS })
  await writeFileAtomically(join(folder, 'key.pem'), server.key)
  await writeFileAtomically(join(folder, 'cert.pem'), server.cert, { mode: 0o644 })
  return server
}

async function readStored(folder: string): Promise<{ authority: Issued | null; server: Issued | null }> {
  const [ca, caKey, cert, key] = await Promise.all(
    ['ca.pem', 'ca-key.pem', 'cert.pem', 'key.pem'].map((name) =>
      readFile(join(folder, name), 'utf8').catch(() => null),
    ),
  )
  return { authority: ca && caKey ? { cert: ca, key: caKey } : null, server: cert && key ? { cert, key } : null }
}

/** Well-formed, key and certificate belong together, begun, and far from its end. */
function isGood(issued: Issued, renewedDays: number, now: number): boolean {
  try {
    const certificate = new X509Certificate(issued.cert)
    return (
      certificate.checkPrivateKey(createPrivateKey(issued.key)) &&
      certificate.validFromDate.getTime() <= now &&
      certificate.validToDate.getTime() - now > renewedDays * DAY_MS
    )
  } catch {
    // A damaged file is made anew.
    return false
  }
}

/** Authorities of older versions live for ten years, and may sign for any host. */
function isGoodAuthority(authority: Issued, now: number): boolean {
  if (!isGood(authority, AUTHORITY_RENEWED_DAYS, now)) return false
  const { validFromDate, validToDate } = new X509Certificate(authority.cert)
  return validToDate.getTime() - validFromDate.getTime() <= AUTHORITY_DAYS * DAY_MS + BACKDATED_MS
}

function serves(server: Issued, authority: Issued, names: Names, now: number): boolean {
  if (!isGood(server, SERVER_RENEWED_DAYS, now)) return false
  const certificate = new X509Certificate(server.cert)
  if (!certificate.verify(new X509Certificate(authority.cert).publicKey)) return false
  const entries = (certificate.subjectAltName ?? '').split(', ')
  return (
    names.dns.every((name) => entries.includes(`DNS:${name}`)) &&
    names.ips.every((ip) => certificate.checkIP(ip) !== undefined)
  )
}
