/** Checks of addresses: the port, a running platform, databases. */
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { WebSocket } from 'ws'
import { UserError } from '../../kernel/user-error.ts'
import { openFilesEnd } from '../../platform/moved-files/open-files-end.ts'
import { storedNodes } from '../../platform/stored-nodes.ts'
import { isS3Url } from '../../validation/s3-url.ts'
import { readWorldFile, WorldError } from '../../world/index.ts'
import { ControlClient, ControlError } from '../control/control-client.ts'
import { type Finding, finding } from './finding.ts'
import { checkDataFolder } from './machine-checks.ts'
import { nodeFindings } from './node-checks.ts'

const TIMEOUT_MS = 5_000
const NOT_FOUND = 404
/** Difference between two clocks that certificates, signatures and tokens bear. */
const SKEW_MAX_MS = 5_000

/** Checks that the port is free, or that a platform has it. */
export async function checkPort(host: string, port: number): Promise<Finding> {
  if (port === 0) return finding('port', 'ok', 'any free one')
  const code = await listenFault(host, port)
  if (code === null) return finding('port', 'ok', `${host}:${port} is free`)
  if (code === 'EACCES')
    return finding('port', 'fail', `${port} is not open to this user`, 'Use --port with a number from 1024 on.')
  if (code !== 'EADDRINUSE') return finding('port', 'fail', `${host}:${port}: ${code}`, 'Use another --host or --port.')
  const address = new URL(`http://${urlHost(host)}:${port}`)
  const seen = await seenGateway(address).catch(() => null)
  if (seen !== null) {
    const advice = `Use it with --server ${address.origin}, stop it, or start another with --port 0.`
    return finding('port', 'warn', `${port} is taken by a Guildhall that runs`, advice)
  }
  return finding('port', 'fail', `${port} is taken by another program`, 'Use --port with another number, or 0.')
}

async function listenFault(host: string, port: number): Promise<string | null> {
  const server = createServer()
  return new Promise((resolve) => {
    server.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

/** Address of this machine for a listen address. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

interface Seen {
  gateway: string
  /** Time of the server, by its Date header. */
  date: number
}

async function seenGateway(server: URL): Promise<Seen> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(new URL('/api/v10/gateway', server), { signal, redirect: 'error' })
  const { url } = (await response.json()) as { url?: unknown }
  if (typeof url !== 'string') throw new Error(`it responds with ${response.status}`)
  return { gateway: url, date: Date.parse(response.headers.get('date') ?? '') }
}

/** Checks HTTP, gateway and clock of a running platform, and its control API if there is a key. */
export async function checkServer(server: URL, key: string | null): Promise<Finding[]> {
  let seen: Seen
  try {
    seen = await seenGateway(server)
  } catch (error) {
    const reason = String((error as Error).cause ?? error)
    return [
      finding('HTTP API', 'fail', `${server.origin} is not reached: ${reason}`, 'Is it started, and a Guildhall?'),
    ]
  }
  return [
    finding('HTTP API', 'ok', `${server.origin}/api`),
    await checkGateway(seen.gateway),
    checkClock(seen.date, Date.now()),
    ...(key === null ? [] : await checkControl(new ControlClient(server, key))),
  ]
}

async function checkGateway(url: string): Promise<Finding> {
  const socket = new WebSocket(`${url}?v=10&encoding=json`, { handshakeTimeout: TIMEOUT_MS })
  try {
    const [data] = (await once(socket, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [Buffer]
    const { op } = JSON.parse(data.toString()) as { op?: number }
    if (op === 10) return finding('gateway', 'ok', url)
    return finding('gateway', 'fail', `${url} begins with op ${op}, not with Hello`, 'A proxy may answer in its place.')
  } catch (error) {
    const advice = 'A proxy in between must pass WebSocket upgrades of /gateway.'
    return finding('gateway', 'fail', `${url} is not reached: ${(error as Error).message}`, advice)
  } finally {
    socket.on('error', () => {})
    socket.terminate()
  }
}

/** Compares the server's clock with this machine's. `serverMs` has whole seconds. */
export function checkClock(serverMs: number, nowMs: number): Finding {
  const skewMs = Math.abs(serverMs - nowMs)
  if (Number.isNaN(skewMs)) return finding('clock', 'none', 'the server shows no time')
  if (skewMs <= SKEW_MAX_MS) return finding('clock', 'ok', 'the clocks of server and machine agree')
  const text = `the clocks of server and machine differ by ${Math.round(skewMs / 1_000)} s`
  return finding('clock', 'warn', text, 'Set both by NTP: signatures, certificates and tokens have times.')
}

/** Names the live nodes. A platform of the version before this one does not tell them. */
async function checkNodes(control: ControlClient): Promise<Finding[]> {
  try {
    const live = await control.request('GET /nodes')
    return nodeFindings(live.map(({ lease_age_seconds, ...node }) => ({ ...node, leaseAgeS: lease_age_seconds })))
  } catch (error) {
    if (error instanceof ControlError && error.status === NOT_FOUND) return []
    throw error
  }
}

async function checkControl(control: ControlClient): Promise<Finding[]> {
  try {
    const { people, applications, guilds } = await control.directory()
    const counts = `${people.length} people, ${applications.length} applications, ${guilds.length} guilds`
    return [finding('control', 'ok', `${control.origin}/control: ${counts}`), ...(await checkNodes(control))]
  } catch (error) {
    return [finding('control', 'fail', (error as Error).message, 'The key is in the line of start --json.')]
  }
}

/** Checks that UDP packets pass on the listen address, for voice. */
export async function checkUdp(host: string): Promise<Finding> {
  const target = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const socket = createSocket(target.includes(':') ? 'udp6' : 'udp4')
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    socket.bind(0, target)
    await once(socket, 'listening', { signal })
    const received = once(socket, 'message', { signal })
    socket.send('guildhall', socket.address().port, target)
    await received
    return finding('voice', 'ok', `UDP packets pass on ${target}`)
  } catch (error) {
    const advice = 'Calls have no sound without UDP: look at the firewall, and at --voice-udp.'
    return finding('voice', 'warn', `no UDP on ${target}: ${(error as Error).message}`, advice)
  } finally {
    socket.close()
  }
}

/**
 * Checks that PostgreSQL answers a query, and names the nodes that use the database. The address may hold a password,
 * so that it is not shown.
 */
export async function checkDatabase(url: string): Promise<Finding[]> {
  const { default: postgres } = await import('postgres')
  const sql = postgres(url, { max: 1, connect_timeout: TIMEOUT_MS / 1_000, onnotice: () => {} })
  const { hostname } = new URL(url)
  try {
    const [row] = await sql`show server_version`
    const nodes = await storedNodes((text) => sql.unsafe(text))
    return [finding('PostgreSQL', 'ok', `${row?.server_version} at ${hostname}`), ...nodeFindings(nodes)]
  } catch (error) {
    const advice = 'Look at --database-url: host, port, user, password, database.'
    return [finding('PostgreSQL', 'fail', `${hostname}: ${(error as Error).message || 'no connection'}`, advice)]
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** Checks that files can be listed, written and deleted where they are kept. */
export async function checkFiles(data: string, filesUrl: string): Promise<Finding> {
  try {
    const end = await openFilesEnd({ data, filesUrl })
    try {
      const isMarked = await end.isMarked()
      if (isMarked) return finding('files', 'fail', `files are being moved to ${end.name}`, 'Run move-store again.')
    } finally {
      end.close()
    }
    if (!isS3Url(filesUrl)) return { ...(await checkDataFolder(filesUrl)), check: 'files' }
    return finding('files', 'ok', `${filesUrl} can be written`)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return finding('files', 'fail', error.message, 'Look at --files-url and the variables AWS_….')
  }
}

/** Checks that NATS greets. */
export async function checkBus(url: string): Promise<Finding> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port) || 4222, hostname.replaceAll(/[[\]]/g, ''))
  try {
    const [data] = (await once(socket, 'data', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [Buffer]
    if (!data.toString().startsWith('INFO ')) throw new Error('it is no NATS server')
    return finding('NATS', 'ok', `greets at ${hostname}`)
  } catch (error) {
    return finding('NATS', 'fail', `${hostname}: ${(error as Error).message}`, 'Look at --bus-url.')
  } finally {
    socket.on('error', () => {}).destroy()
  }
}

/** Checks a world file, with every fault. */
export async function checkWorldFile(file: string): Promise<Finding> {
  try {
    const { users, applications, guilds } = await readWorldFile(file)
    const counts = [users, applications, guilds].map((entries) => Object.keys(entries).length)
    return finding('world file', 'ok', `${file}: ${counts[0]} users, ${counts[1]} applications, ${counts[2]} guilds`)
  } catch (error) {
    if (!(error instanceof WorldError)) throw error
    const [first, ...more] = error.faults
    const text = `${file}: ${first?.path ? `${first.path}: ` : ''}${first?.message}`
    const others = more.length === 0 ? '' : ` (and ${more.length} more: guildhall world check ${file})`
    return finding('world file', 'fail', `${text}${others}`, 'Correct the file; its $schema completes it in editors.')
  }
}
