import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { join as joinSockets } from './forward.ts'
import { KNOWN_HOSTS } from './public-hosts.ts'

const run = promisify(execFile)
const HTTPS_PORT = 443
const TIMEOUT_MS = 10_000
const HOSTS = '/etc/hosts'
/** Files of roots of distributions. */
const ROOTS = [
  '/etc/ssl/certs/ca-certificates.crt',
  '/etc/pki/tls/certs/ca-bundle.crt',
  '/etc/ssl/ca-bundle.pem',
  '/etc/ssl/cert.pem',
]
/** Puts files over those of the system, for the program alone, and becomes the program. */
const SCRIPT = `
hosts=$1 roots=$2; shift 2
mount --bind "$hosts" ${HOSTS} || exit 125
for file in ${ROOTS.join(' ')}; do
  if [ -f "$file" ]; then mount --bind "$roots" "$file" || exit 125; fi
done
exec "$@"
`

/** A mount namespace for programs that load no library, or why there is none. */
export type Namespace =
  | {
      /** Stands before the program and its arguments. */
      readonly command: readonly [string, ...string[]]
      close(): void
    }
  | { readonly reason: string }

export interface NamespaceOptions {
  /** Folder of the run. */
  folder: string
  /** Path of the roots that the program sees. */
  roots: string
  frontPort: number
}

/**
 * Opens what leads a static program to the front: it resolves names and reads roots by files, and other files stand in
 * their place in its own mount namespace. The network stays that of the machine, so that its databases and the hosts of
 * others are reached as before. So the front needs port 443 of a loopback address, which root and most containers may
 * have.
 */
export async function openNamespace({ folder, roots, frontPort }: NamespaceOptions): Promise<Namespace> {
  if (process.platform !== 'linux') return { reason: 'it needs Linux' }
  const address = `127.103.${randomInt(1, 255)}.${randomInt(1, 255)}`
  const hosts = join(folder, 'hosts')
  const given = await readFile(HOSTS, 'utf8').catch(() => '')
  await writeFile(hosts, `${given.trimEnd()}\n${address} ${KNOWN_HOSTS.join(' ')}\n`)
  const command = namespaceCommand(hosts, roots)
  const fault = await faultOf(command)
  if (fault !== null) return { reason: fault }
  const server = createServer((socket) => joinSockets(socket, connect(frontPort, '127.0.0.1')))
  try {
    await once(server.listen(HTTPS_PORT, address), 'listening')
  } catch (error) {
    return { reason: `this user may not listen on port 443 (${(error as NodeJS.ErrnoException).code})` }
  }
  return { command, close: () => void server.close() }
}

/** Other users than root need a namespace of users too, and are themselves again inside it. */
function namespaceCommand(hosts: string, roots: string): [string, ...string[]] {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  const users = uid === 0 ? [] : ['--user', '--map-root-user']
  const back = uid === 0 ? [] : ['unshare', '--user', `--map-user=${uid}`, `--map-group=${gid}`, '--']
  const shell = ['sh', '-c', SCRIPT, 'guildhall-run', hosts, roots]
  return ['unshare', ...users, '--mount', '--propagation', 'private', '--', ...shell, ...back]
}

async function faultOf([program, ...args]: readonly [string, ...string[]]): Promise<string | null> {
  try {
    await run(program, [...args, 'true'], { timeout: TIMEOUT_MS })
    return null
  } catch (error) {
    const { code, stderr = '' } = error as NodeJS.ErrnoException & { stderr?: string }
    if (code === 'ENOENT') return 'unshare is not installed'
    return `this system allows no mount namespace: ${stderr.trim().split('\n').at(-1)}`
  }
}
