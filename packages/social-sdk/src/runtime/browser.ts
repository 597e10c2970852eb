import type { Launch } from '../local-client/launch.ts'
import type { OpenLink } from '../local-client/link.ts'
import type { LogFile } from '../log/log-file.ts'
import type { LoadVoice } from '../voice/transport.ts'
import type { Listening } from './redirect.ts'
import { sha256Bytes } from './sha256.ts'
import type { Trusting } from './trust.ts'

/** Returns undefined: pages have no environment. */
export function environment(_name: string): string | undefined {
  return undefined
}

/** Opens a page in a new tab. */
export function openInBrowser(url: string): void {
  const { open } = globalThis as { open?: (url: string, target: string, features: string) => unknown }
  open?.(url, '_blank', 'noopener')
}

/** Returns null: pages write no files. */
export function openLogFile(_folder: string, _name: string): LogFile | null {
  return null
}

/** Does nothing: pages write no files. */
export function keepLogFile(_folder: string, _name: string, _kept: string): void {}

/** 0: a page has no process. */
export const processId: number = 0

/** Null: pages have no local sockets. */
export const openLink: OpenLink | null = null

/** Returns false: pages register no commands. */
export function registerLaunch(_applicationId: bigint, _launch: Launch): boolean {
  return false
}

/** Returns random bytes as base64url. */
export function randomText(bytes: number): string {
  return base64url(crypto.getRandomValues(new Uint8Array(bytes)))
}

/** Returns the SHA-256 of a text as base64url without padding. The one of the page itself returns a promise. */
export function sha256(text: string): string {
  return base64url(sha256Bytes(new TextEncoder().encode(text)))
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/** Pages cannot listen; they need the option `redirectUri`. */
export const listenForRedirect: ((signal: AbortSignal) => Promise<Listening>) | null = null

/** Null: pages cannot send the packets of voice. */
export const loadVoice: LoadVoice | null = null

/** Returns null: a page trusts the authorities of its browser. */
export function trust(_ca: string): Trusting | null {
  return null
}
