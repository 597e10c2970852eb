import { readFile } from 'node:fs/promises'
import tls from 'node:tls'

type Environment = Readonly<Record<string, string | undefined>>

/** Variables whose file replaces a program's roots. */
const REPLACING = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE']
/** Variables whose file is added to a program's roots. */
const ADDING = ['NODE_EXTRA_CA_CERTS', 'DENO_CERT']

/** Certificates in PEM, each once. */
export interface Trust {
  /** For variables that add to the roots: `authorities`, and what the user adds. */
  readonly added: readonly string[]
  /** For variables that replace the roots: those of this system and of Node, the user's own, and the added ones. */
  readonly all: readonly string[]
}

/**
 * Collects what programs of a run trust. A file that the user's environment names and that cannot be read is left out,
 * as programs would do.
 *
 * @param authorities PEM
 */
export async function trustWith(authorities: readonly string[], env: Environment): Promise<Trust> {
  const [replacing, adding] = await Promise.all([filesOf(REPLACING, env), filesOf(ADDING, env)])
  const roots = [...tls.getCACertificates('system'), ...tls.rootCertificates, ...replacing]
  const added = distinct([...authorities, ...adding])
  return { added, all: distinct([...added, ...roots]) }
}

/** Returns the certificates of a PEM text in DER. */
export function derOf(certificate: string): Buffer {
  return Buffer.from(certificate.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64')
}

async function filesOf(names: readonly string[], env: Environment): Promise<string[]> {
  const files = names.flatMap((name) => env[name] || [])
  return Promise.all([...new Set(files)].map((file) => readFile(file, 'utf8').catch(() => '')))
}

/** Returns each certificate of some texts once, whatever its line breaks are. */
function distinct(texts: readonly string[]): string[] {
  const found = new Map<string, string>()
  for (const text of texts) {
    for (const [certificate] of text.matchAll(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g)) {
      const key = certificate.replaceAll(/\s/g, '')
      if (!found.has(key)) found.set(key, `${certificate.trim()}\n`)
    }
  }
  return [...found.values()]
}
