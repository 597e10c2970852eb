import { HostRefusal, NoPortError, NoSocketError, startLocalClient } from '@guildhall/local-client'
import type { ConsentOption } from '../terminal/consent.ts'
import { consentBy } from '../terminal/consent.ts'
import { FROM_STDIN, firstLine } from '../terminal/stdin.ts'

/** Options of `guildhall client`. */
export interface ClientOptions {
  server: string
  /** A secret that is `-` is the first line of stdin. */
  credentials: { login: string; password: string } | { token: string }
  /** Option whose value is a secret that every user of this computer can read in the process list; null for none. */
  readable: 'token' | 'password' | null
  /** Folder of the socket; null for the documented one. */
  ipcFolder: string | null
  /** Decision about requests of games for authorization. */
  consent: ConsentOption
  /** Serves WebSocket and HTTP beside the socket. */
  websocket: boolean
  json: boolean
}

/** Time that games have to read what was sent to them, before the process ends. */
const CLOSE_MS = 3_000

/** Runs a local client until a signal, or until the platform refuses the person's token. */
export async function runClient({ consent, json, readable, ...options }: ClientOptions): Promise<void> {
  if (readable !== null) {
    const variable = `GUILDHALL_${readable.toUpperCase()}`
    const advice = `use ${variable}, or --${readable} ${FROM_STDIN} to read it from stdin`
    process.stderr.write(`--${readable} is readable in the process list: ${advice}.\n`)
  }
  const client = await startLocalClient({
    ...options,
    credentials: await readCredentials(options.credentials),
    consent: consentBy(consent),
    onSignedOut: () => end('The platform refuses the token: sign in again.', 1),
  }).catch(explain)
  const { ipc, websocket, user } = client
  let stopping = false
  const stop = () => {
    // A signal to the process group arrives twice: the second one must not leave the socket behind.
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), CLOSE_MS).unref()
    void client.close().then(() => process.exit(0))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  const ready = { ready: true, ipc, websocket, user }
  process.stdout.write(json ? `${JSON.stringify(ready)}\n` : `${user.username} is ready for games at ${ipc}\n`)
}

/** Returns credentials with the secret of stdin in its place. */
async function readCredentials(credentials: ClientOptions['credentials']): Promise<ClientOptions['credentials']> {
  const secret = 'token' in credentials ? credentials.token : credentials.password
  if (secret !== FROM_STDIN) return credentials
  const read = await firstLine()
  if (read === '') return end('stdin has no secret in its first line.', 1)
  return 'token' in credentials ? { token: read } : { ...credentials, password: read }
}

function explain(error: unknown): never {
  if (error instanceof HostRefusal) return end(`The platform refuses to sign in: ${error.message}`, 1)
  if (error instanceof NoSocketError || error instanceof NoPortError) return end(error.message, 1)
  // `fetch` fails like this without a server.
  if (error instanceof TypeError) return end(`The platform cannot be reached: ${String(error.cause ?? error)}`, 1)
  throw error
}

function end(message: string, code: number): never {
  process.stderr.write(`${message}\n`)
  process.exit(code)
}
