/** Services of the machine that tests can use: a PostgreSQL and a NATS server. */
import { once } from 'node:events'
import { connect } from 'node:net'
import postgres from 'postgres'

/** A service, and the environment variables that point tests to it. */
export interface Found {
  /** For the console. */
  line: string
  env: Record<string, string>
  /** An address was given, but no server responds there: tests must then not be skipped silently. */
  missing: boolean
}

const ANSWER_TIMEOUT_MS = 2000

interface Service {
  name: string
  variable: string
  usual: string
  /** Returns the version of the server; throws when no usable one responds. */
  ask(url: string): Promise<string>
}

const services: Service[] = [
  {
    name: 'PostgreSQL',
    variable: 'GUILDHALL_TEST_DATABASE_URL',
    usual: 'postgres://postgres@127.0.0.1:5432/postgres',
    ask: askPostgres,
  },
  { name: 'NATS', variable: 'GUILDHALL_TEST_BUS_URL', usual: 'nats://127.0.0.1:4222', ask: askNats },
]

/** Probes each service at the address that the environment gives, or at its usual one. */
export async function findServices(environment: NodeJS.ProcessEnv): Promise<Found[]> {
  return await Promise.all(services.map((service) => find(service, environment[service.variable])))
}

async function find({ name, variable, usual, ask }: Service, given: string | undefined): Promise<Found> {
  const url = given || usual
  const place = new URL(url).host
  try {
    const version = await ask(url)
    return { line: `found   ${name} ${version} at ${place}`, env: { [variable]: url }, missing: false }
  } catch (error) {
    const reason = error instanceof Error ? error.message || error.name : String(error)
    if (given) return { line: `FAIL    ${variable}: no ${name} at ${place} (${reason})`, env: {}, missing: true }
    return { line: `absent  ${name} at ${place}: its tests are skipped (${reason})`, env: {}, missing: false }
  }
}

async function askPostgres(url: string): Promise<string> {
  const sql = postgres(url, { max: 1, connect_timeout: ANSWER_TIMEOUT_MS / 1000, onnotice: () => {} })
  try {
    // Signing in is part of the probe: a server that refuses it is of no use to the tests.
    const [row] = await sql<{ server_version: string }[]>`show server_version`
    return row?.server_version.split(' ')[0] ?? ''
  } finally {
    await sql.end({ timeout: 1 })
  }
}

/** A NATS server speaks first: `INFO {…}`. */
async function askNats(url: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port || 4222), timeout: ANSWER_TIMEOUT_MS })
  socket.on('timeout', () => socket.destroy(new Error('no answer')))
  try {
    const [greeting] = (await once(socket, 'data')) as [Buffer]
    if (!greeting.toString().startsWith('INFO ')) throw new Error('something else answers')
    return /"version":"([^"]*)"/.exec(greeting.toString())?.[1] ?? ''
  } finally {
    socket.destroy()
  }
}
