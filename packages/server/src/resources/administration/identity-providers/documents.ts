import type { Instant } from '@guildhall/protocol'
import { LRUCache } from 'lru-cache'

/** Time for which the discovery document and the keys of a provider are used before they are requested again. */
const FRESH_MS = 5 * 60_000
const BYTES_MAX = 4 * 1024 * 1024

/** A document as a provider sent it. */
export interface ProviderDocument {
  readonly status: number
  readonly contentType: string
  readonly body: Uint8Array
}

interface Kept {
  readonly document: ProviderDocument
  readonly readAt: Instant
}

interface Wanted {
  readonly issuer: string
  readonly url: string
  readonly now: Instant
  /** Key that signed the token at hand. Keys without it are requested again, because the provider may have new ones. */
  readonly keyId: string | null
}

/** Public documents of identity providers, by issuer and address, so that a sign-in does not request each again. */
export class ProviderDocuments {
  readonly #kept = new LRUCache<string, Kept>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ document }, key) => document.body.byteLength + key.length,
  })
  readonly #reading = new Map<string, Promise<ProviderDocument>>()

  /** Returns a document that is fresh, or reads it. Sign-ins at the same time read it once. */
  async get({ issuer, url, now, keyId }: Wanted, read: () => Promise<ProviderDocument>): Promise<ProviderDocument> {
    const key = `${issuer} ${url}`
    const kept = this.#kept.get(key)
    if (kept && kept.readAt + FRESH_MS > now && !lacksKey(kept.document, keyId)) return kept.document
    const reading = this.#reading.get(key) ?? this.#read(key, now, read)
    this.#reading.set(key, reading)
    return reading
  }

  async #read(key: string, now: Instant, read: () => Promise<ProviderDocument>): Promise<ProviderDocument> {
    try {
      const document = await read()
      if (document.status === 200) this.#kept.set(key, { document, readAt: now })
      return document
    } finally {
      this.#reading.delete(key)
    }
  }
}

/** Returns the id of the key that signed the token in a response; null for another response. */
export function signingKeyOf({ body }: ProviderDocument): string | null {
  const { id_token: token } = jsonOf(body)
  if (typeof token !== 'string') return null
  const { kid } = jsonOf(Buffer.from(token.split('.')[0] ?? '', 'base64url'))
  return typeof kid === 'string' ? kid : null
}

function lacksKey({ body }: ProviderDocument, keyId: string | null): boolean {
  const { keys } = keyId === null ? {} : jsonOf(body)
  return Array.isArray(keys) && !keys.some((key) => (key as { kid?: unknown } | null)?.kid === keyId)
}

function jsonOf(bytes: Uint8Array): { id_token?: unknown; kid?: unknown; keys?: unknown } {
  try {
    return Object(JSON.parse(Buffer.from(bytes).toString())) as object
  } catch {
    // The library that reads the document names its fault.
    return {}
  }
}
