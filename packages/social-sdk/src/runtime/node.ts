import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { closeSync, openSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { rootCertificates } from 'node:tls'
import type { OpenLink } from '../local-client/link.ts'
import type { LogFile } from '../log/log-file.ts'
import type { LoadVoice } from '../voice/transport.ts'
import type { Listening } from './redirect.ts'
import type { Trusting } from './trust.ts'

export { registerLaunch } from './launch-entry.ts'

/** Returns a variable of the environment; undefined if it is not set or empty. */
export function environment(name: string): string | undefined {
  return process.env[name] || undefined
}

/** Opens a page in `$BROWSER`, else in the browser of the system. The game goes on without it if there is none. */
export function openInBrowser(url: string): void {
  const [command, ...args] = browserCommand()
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  // Without a browser, the player opens the page by other means; the game's own `openUrl` replaces this one.
  child.on('error', () => {})
  child.unref()
}

function browserCommand(): [string, ...string[]] {
  const own = environment('BROWSER')
  if (own !== undefined) return [own]
  if (process.platform === 'darwin') return ['open']
  // `start` would take an ampersand of the address for the end of the command.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return ['xdg-open']
}

/** Opens a file of a log in a folder and empties it. Returns null if it cannot be opened. */
export function openLogFile(folder: string, name: string): LogFile | null {
  try {
    const file = openSync(join(folder || import.meta.dirname, name), 'w')
    return { write: (line) => void writeSync(file, line), close: () => closeSync(file) }
  } catch {
    return null
  }
}

/** Renames a file of a log in a folder, so that it outlives the next one of its name. */
export function keepLogFile(folder: string, name: string, kept: string): void {
  const at = folder || import.meta.dirname
  try {
    renameSync(join(at, name), join(at, kept))
  } catch {
    // There is none, or the folder is read-only: then no file of a log can be opened either.
  }
}

/** Id of this process. */
export const processId: number = process.pid

/** Connects to a local client. Its code is loaded by the first call. Null where a program cannot reach one. */
export const openLink: OpenLink | null = async (clientId, events, signal) => {
  const ipc = await import('./ipc.ts')
  return ipc.openLink(clientId, events, signal)
}

/** Returns random bytes as base64url. */
export function randomText(bytes: number): string {
  return randomBytes(bytes).toString('base64url')
}

/** Returns the SHA-256 of a text as base64url without padding. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/**
 * Starts a server on 127.0.0.1 that takes one redirect. Its code is loaded by the first call. Null where a program
 * cannot listen.
 */
export const listenForRedirect: ((signal: AbortSignal) => Promise<Listening>) | null = async (signal) => {
  const loopback = await import('./loopback.ts')
  return loopback.listenForRedirect(signal)
}

/** Loads what calls need, at the first call. Null where calls cannot be had. */
export const loadVoice: LoadVoice | null = async (options) => {
  const voice = await import('./voice.ts')
  return voice.loadVoice(options)
}

/** An agent of the runtime's own HTTP client, which Node gives no name. */
type Agent = new (options: { connect: { ca: string[] } }) => object
const GLOBAL_AGENT = Symbol.for('undici.globalDispatcher.1')

/**
 * Returns ways to send requests and to open WebSockets that trust a private authority besides the runtime's own ones.
 * @throws Error for certificates that cannot be read
 */
export function trust(ca: string): Trusting | null {
  // The runtime loads its HTTP client, and sets its agent, by the first response.
  new Response()
  const agent = (globalThis as { [GLOBAL_AGENT]?: object })[GLOBAL_AGENT]
  if (!agent) throw new Error('This runtime has no agent for its requests; NODE_EXTRA_CA_CERTS trusts the authority.')
  const dispatcher = new (agent.constructor as Agent)({ connect: { ca: [...rootCertificates, ca] } })
  return {
    fetch: (input, init) => fetch(input, { ...init, dispatcher } as RequestInit),
    openSocket: (url) => new WebSocket(url, { dispatcher } as never),
  }
}
