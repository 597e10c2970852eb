import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto'
import type { Instant } from '@guildhall/protocol'

/** Lifetime of a signed URL: a day. Each response contains a fresh one. */
const LIFETIME_S = 24 * 60 * 60
/** URLs signed within the same hour are equal, so that clients need not load a file again. */
const STEP_S = 60 * 60

/** Groups: the stored URL, its host without the port, its path below the CDN, its query. */
const ATTACHMENT = /^(https?:\/\/(\[[^\]]+\]|[^/?#:]+)(?::\d+)?\/cdn(\/attachments\/\d+\/\d+\/[^?#]+))(?:\?([^#]*))?$/

export interface AttachmentUrlsParts {
  /** Secret of this platform. */
  key: Uint8Array
  now: () => Instant
  /** URL of the CDN, as clients reach it. */
  cdn: string
  /** Hosts without ports under which the platform is or was reached. Default: that of the CDN. */
  hosts?: ReadonlySet<string>
}

/** Signs the address of an attachment. Callers pass only addresses that belong to the object they present. */
export interface AttachmentSigner {
  sign(url: string): string
}

/** Leaves addresses as they are stored, for objects that are stored themselves (snapshots). */
export const UNSIGNED: AttachmentSigner = { sign: (url) => url }

/** Returns an attachment's address as it is stored, without the signature that was added for a response. */
export function withoutSignature(url: string): string {
  const match = ATTACHMENT.exec(url)
  return match?.[1] && new URLSearchParams(match[4]).has('hm') ? match[1] : url
}

/**
 * Signs and verifies addresses of attachments. A signature holds the time until which the address is valid, in the
 * documented parameters `ex`, `is` and `hm`. Addresses are stored unsigned. Presenters sign them, and only those of
 * the object's own files.
 */
export class AttachmentUrls implements AttachmentSigner {
  readonly #parts: AttachmentUrlsParts
  // Node makes a key object of other keys at each use.
  readonly #key: KeyObject
  readonly #hosts: ReadonlySet<string>

  constructor(parts: AttachmentUrlsParts) {
    this.#parts = parts
    this.#key = createSecretKey(parts.key)
    this.#hosts = parts.hosts ?? new Set([new URL(parts.cdn).hostname])
  }

  /**
   * Returns the address with a fresh signature; an address outside this platform's attachments is returned unchanged.
   */
  sign(url: string): string {
    const path = this.#pathOf(url)
    if (path === null) return url
    const second = Math.floor(this.#parts.now() / 1000)
    const issued = second - (second % STEP_S)
    const ex = (issued + LIFETIME_S + STEP_S).toString(16)
    const is = issued.toString(16)
    return `${this.#parts.cdn}${path}?ex=${ex}&is=${is}&hm=${this.#digest(path, ex, is)}&`
  }

  /** Returns the path of an attachment of this platform, whose host and port may have changed since. */
  #pathOf(url: string): string | null {
    if (!url.includes('/cdn/attachments/')) return null
    const [, , host, path = null] = ATTACHMENT.exec(url) ?? []
    return host !== undefined && this.#hosts.has(host) ? path : null
  }

  /** Checks the signature of a request. `path` begins with `/attachments`, as in the URL. */
  verify(path: string, query: Readonly<Record<string, string | undefined>>): 'valid' | 'expired' | 'forged' {
    const { ex = '', is = '', hm = '' } = query
    const given = Buffer.from(hm)
    const right = Buffer.from(this.#digest(path, ex, is))
    if (given.length !== right.length || !timingSafeEqual(given, right)) return 'forged'
    return Number.parseInt(ex, 16) * 1000 > this.#parts.now() ? 'valid' : 'expired'
  }

  /** Returns a fresh URL for one that this platform signed, also if it has expired; null for any other. */
  refresh(url: string): string | null {
    const path = this.#pathOf(url)
    if (path === null) return null
    const query = Object.fromEntries(new URLSearchParams(url.slice(url.indexOf('?') + 1)))
    return this.verify(path, query) === 'forged' ? null : this.sign(url)
  }

  #digest(path: string, ex: string, is: string): string {
    return createHmac('sha256', this.#key).update(`${path}\n${ex}\n${is}`).digest('hex')
  }
}
