import type { NodeNotice, NodeNotices } from '../../kernel/node-notices.ts'
import type { NodeChannel } from './node-channel.ts'

/** Number of the form of notices. Messages with events have another one. */
const FORM = 2
/** First bytes of each notice. */
const HEAD = new TextEncoder().encode(`[${FORM},`)
const SESSION_ID = /^[0-9a-f]{32}$/
/** Sessions that one message names. */
const SESSIONS_MAX = 1_000
const BYTES_MAX = 64 * 1024

/** Notices of nodes, on the channel of their events. */
export class Notices implements NodeNotices {
  readonly #channel: () => NodeChannel | null
  readonly #listeners: ((notice: NodeNotice) => void)[] = []

  constructor(channel: () => NodeChannel | null) {
    this.#channel = channel
  }

  get connected(): boolean {
    return this.#channel()?.connected ?? false
  }

  send({ kind, sessionIds }: NodeNotice): void {
    for (let at = 0; at === 0 || at < sessionIds.length; at += SESSIONS_MAX)
      this.#channel()?.send(encodeNotice({ kind, sessionIds: sessionIds.slice(at, at + SESSIONS_MAX) }))
  }

  listen(listener: (notice: NodeNotice) => void): void {
    this.#listeners.push(listener)
  }

  /** Takes a message that is a notice. Returns whether it was understood. */
  receive(bytes: Uint8Array): boolean {
    const notice = decodeNotice(bytes)
    if (notice === null) return false
    for (const listener of this.#listeners) listener(notice)
    return true
  }
}

/** Returns the bytes of a notice. */
export function encodeNotice({ kind, sessionIds }: NodeNotice): Uint8Array {
  return new TextEncoder().encode(JSON.stringify([FORM, kind, sessionIds]))
}

/** Returns whether a message is a notice, by its first bytes. */
export function isNotice(bytes: Uint8Array): boolean {
  return HEAD.every((byte, at) => bytes[at] === byte)
}

/** Returns a notice out of its bytes; null for bytes that are none, and for a kind that only a newer program knows. */
export function decodeNotice(bytes: Uint8Array): NodeNotice | null {
  if (bytes.length > BYTES_MAX) return null
  try {
    const [form, kind, sessionIds] = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) as unknown[]
    if (form !== FORM || (kind !== 'wanted' && kind !== 'kept')) return null
    if (!Array.isArray(sessionIds) || sessionIds.length > SESSIONS_MAX) return null
    return sessionIds.every(isSessionId) ? { kind, sessionIds } : null
  } catch {
    return null
  }
}

const isSessionId = (value: unknown): value is string => typeof value === 'string' && SESSION_ID.test(value)
