import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Instant } from '@guildhall/protocol'

/** How long an address is good: a day, and it is renewed whenever it is shown. */
const LIFETIME_S = 24 * 60 * 60
/** Addresses shown within the same hour are the same, so that clients need not load a file again. */
const STEP_S = 60 * 60

/** The address as it is kept, its host without the port, its path below the CDN, its query. */
const ATTACHMENT = /^(https?:\/\/(\[[^\]]+\]|[^/?#:]+)(?::\d+)?\/cdn(\/attachments\/\d+\/\d+\/[^?#]+))(?:\?([^#]*))?$/
/** Where wire objects hold addresses. */
const KEYS: ReadonlySet<string> = new Set(['url', 'proxy_url', 'icon_url', 'proxy_icon_url'])

export interface AttachmentUrlsParts {
  /** Secret of this platform. */
  key: Uint8Array
  now: () => Instant
  /** Where files are served, as clients reach it. */
  cdn: () => string
}

/** An attachment's address as it is kept: without what was signed into it when it was shown. */
export function withoutSignature(url: string): string {
  const match = ATTACHMENT.exec(url)
  return match?.[1] && new URLSearchParams(match[4]).has('hm') ? match[1] : url
}

/**
 * Addresses of attachments end: each is signed with the time until which it is good, in the documented parameters `ex`, `is`
 * and `hm`. They are stored without, and signed where they leave the platform.
 */
export class AttachmentUrls {
  readonly #parts: AttachmentUrlsParts

  constructor(parts: AttachmentUrlsParts) {
    this.#parts = parts
  }

  /** The address with a fresh signature; any that is none of our attachments' as it is. */
  sign(url: string): string {
    const path = this.#pathOf(url)
    if (path === null) return url
    const second = Math.floor(this.#parts.now() / 1000)
    const issued = second - (second % STEP_S)
    const ex = (issued + LIFETIME_S + STEP_S).toString(16)
    const is = issued.toString(16)
    return `${this.#parts.cdn()}${path}?ex=${ex}&is=${is}&hm=${this.#digest(path, ex, is)}&`
  }

  /** The path of one of our attachments; on whichever port we were when it was kept. */
  #pathOf(url: string): string | null {
    if (!url.includes('/cdn/attachments/')) return null
    const [, , host, path = null] = ATTACHMENT.exec(url) ?? []
    const cdn = this.#parts.cdn()
    return cdn !== '' && host === new URL(cdn).hostname ? path : null
  }

  /** A wire object with all addresses of attachments signed; the very same where it holds none. */
  signAll<T>(wire: T): T {
    if (typeof wire !== 'object' || wire === null) return wire
    if (Array.isArray(wire)) {
      let changed: unknown[] | undefined
      for (const [index, entry] of wire.entries()) {
        const signed: unknown = this.signAll(entry)
        if (signed === entry) continue
        changed ??= [...wire]
        changed[index] = signed
      }
      return (changed ?? wire) as T
    }
    let changed: Record<string, unknown> | null = null
    for (const [key, entry] of Object.entries(wire)) {
      const signed: unknown = typeof entry === 'string' && KEYS.has(key) ? this.sign(entry) : this.signAll(entry)
      if (signed === entry) continue
      changed = { ...(changed ?? (wire as object)), [key]: signed }
    }
    return (changed ?? wire) as T
  }

  /** Is what is asked for signed by us? `path` begins with `/attachments`, as it stands in the address. */
  verify(path: string, query: Readonly<Record<string, string | undefined>>): 'good' | 'expired' | 'forged' {
    const { ex = '', is = '', hm = '' } = query
    const given = Buffer.from(hm)
    const right = Buffer.from(this.#digest(path, ex, is))
    if (given.length !== right.length || !timingSafeEqual(given, right)) return 'forged'
    return Number.parseInt(ex, 16) * 1000 > this.#parts.now() ? 'good' : 'expired'
  }

  /** A fresh address for one that was good once; null for any other. */
  refresh(url: string): string | null {
    const path = this.#pathOf(url)
    if (path === null) return null
    const query = Object.fromEntries(new URLSearchParams(url.slice(url.indexOf('?') + 1)))
    return this.verify(path, query) === 'forged' ? null : this.sign(url)
  }

  #digest(path: string, ex: string, is: string): string {
    return createHmac('sha256', this.#parts.key).update(`${path}\n${ex}\n${is}`).digest('hex')
  }
}
