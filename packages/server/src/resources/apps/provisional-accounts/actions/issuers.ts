import { ApiError, type Instant } from '@guildhall/protocol'
import type { JWK } from 'jose'
import { LRUCache } from 'lru-cache'
import { OutgoingError } from '../../../../kernel/outgoing.ts'
import type { Platform } from '../../../../kernel/platform.ts'
import { KeyedConcurrencyLimit, QueueFullError } from '../../../../kernel/queues.ts'
import { isPublicIssuer, issuerFault } from '../issuer-rules.ts'

/** Time that documents of an issuer are used before they are requested again. */
const FRESH_MS = 300_000
/** Time limit of all requests for one token. The response follows within 15 s. */
const DEADLINE_MS = 10_000
const CONFIGURATION_MAX_BYTES = 64 * 1024
const KEYS_MAX_BYTES = 256 * 1024
/** Issuers whose documents are kept in memory. */
const ISSUERS_MAX = 1_000
/** Requests for new keys of one issuer at once, for tokens that name an unknown key. Further ones keep a distance. */
const REFRESHES_MAX = 10
const REFRESH_DISTANCE_MS = 5_000
/** Tokens of one application that wait for documents of issuers at a time. */
const WAITING_MAX = 1_000

/** Documents of an issuer as they were last read. */
interface Documents {
  readonly readAt: Instant
  /** Algorithms that the issuer signs with. */
  readonly algorithms: readonly unknown[]
  readonly keys: readonly JWK[]
}

interface Known {
  documents: Documents | null
  /** The request that is under way; all tokens of the issuer wait for it together. */
  reading: Promise<Documents> | null
  /** Times of requests for unknown keys. */
  refreshes: Instant[]
}

/** Reads the public keys of issuers, and keeps them for a while. */
export class Issuers {
  readonly #platform: Platform
  readonly #known = new LRUCache<string, Known>({ max: ISSUERS_MAX })
  readonly #waiting = new KeyedConcurrencyLimit<bigint>({ total: WAITING_MAX, waitingMax: 0 })

  constructor(platform: Platform) {
    this.#platform = platform
  }

  /**
   * Returns the key with an id of an issuer, for an algorithm that it signs with; null if it has none. An unknown id
   * makes it read the keys again, because the issuer may have changed them.
   *
   * @param applicationId application whose player signs in
   * @throws ApiError OIDC_CONFIGURATION_NOT_FOUND or OIDC_JWKS_NOT_FOUND for documents that cannot be used
   */
  async key(issuer: string, { kid, alg }: { kid: string; alg: string }, applicationId: bigint): Promise<JWK | null> {
    const known = this.#known.get(issuer) ?? { documents: null, reading: null, refreshes: [] }
    this.#known.set(issuer, known)
    const now = this.#platform.clock.now()
    let documents = known.documents
    if (!documents || documents.readAt + FRESH_MS <= now) documents = await this.#wait(issuer, known, applicationId)
    else if (!keyOf(documents, kid, alg) && mayRefresh(known, now)) {
      documents = await this.#wait(issuer, known, applicationId)
    }
    return keyOf(documents, kid, alg)
  }

  async #wait(issuer: string, known: Known, applicationId: bigint): Promise<Documents> {
    try {
      return await this.#waiting.run(applicationId, () => {
        known.reading ??= this.#read(issuer, known).finally(() => {
          known.reading = null
        })
        return known.reading
      })
    } catch (error) {
      if (error instanceof QueueFullError) throw new ApiError('OVERLOADED', { cause: error })
      throw error
    }
  }

  async #read(issuer: string, known: Known): Promise<Documents> {
    const until = performance.now() + DEADLINE_MS
    const readAt = this.#platform.clock.now()
    const configuration = await this.#get(
      `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
      { issuer, until, bytesMax: CONFIGURATION_MAX_BYTES },
      'OIDC_CONFIGURATION_NOT_FOUND',
    )
    const { issuer: named, jwks_uri, id_token_signing_alg_values_supported: algorithms } = configuration
    if (named !== issuer || typeof jwks_uri !== 'string' || !Array.isArray(algorithms))
      throw new ApiError('OIDC_CONFIGURATION_NOT_FOUND', { reason: 'the discovery document is not of this issuer' })
    const { keys } = await this.#get(jwks_uri, { issuer, until, bytesMax: KEYS_MAX_BYTES }, 'OIDC_JWKS_NOT_FOUND')
    if (!Array.isArray(keys)) throw new ApiError('OIDC_JWKS_NOT_FOUND', { reason: 'the document has no keys' })
    known.documents = { readAt, algorithms, keys: keys.filter(isKey) }
    return known.documents
  }

  /** @throws ApiError `missing` for an address that is not allowed, and without a JSON object in time */
  async #get(
    url: string,
    { issuer, until, bytesMax }: { issuer: string; until: number; bytesMax: number },
    missing: 'OIDC_CONFIGURATION_NOT_FOUND' | 'OIDC_JWKS_NOT_FOUND',
  ): Promise<Record<string, unknown>> {
    const { outgoing, log } = this.#platform
    const refused = (reason: string, cause?: unknown) => {
      log.warn({ issuer, url, reason }, 'a document of an issuer could not be read')
      return new ApiError(missing, { reason, cause })
    }
    // Addresses of keys may have a query; issuers have none.
    const place = url.replace(/\?[^#]*/, '')
    if (outgoing.reach === 'public' ? !isPublicIssuer(place) : issuerFault(place) !== null)
      throw refused('the address is not allowed')
    try {
      const timeoutMs = Math.max(1, Math.ceil(until - performance.now()))
      const document = await outgoing.get({ url, limitKey: `issuer.${issuer}`, timeoutMs, bytesMax })
      if (typeof document === 'object' && document !== null && !Array.isArray(document))
        return document as Record<string, unknown>
    } catch (error) {
      if (error instanceof OutgoingError) throw refused(error.message, error)
      throw error
    }
    throw refused('the document is not a JSON object')
  }
}

/** Whether keys may be requested again for an unknown key id. Counts the request. */
function mayRefresh(known: Known, now: Instant): boolean {
  known.refreshes = known.refreshes.filter((at) => at + FRESH_MS > now)
  const last = known.refreshes.at(-1) ?? 0
  if (known.refreshes.length >= REFRESHES_MAX && last + REFRESH_DISTANCE_MS > now) return false
  known.refreshes.push(now)
  return true
}

function isKey(value: unknown): value is JWK {
  return typeof value === 'object' && value !== null && typeof (value as JWK).kty === 'string'
}

function keyOf({ algorithms, keys }: Documents, kid: string, alg: string): JWK | null {
  if (!algorithms.includes(alg)) return null
  const type = alg.startsWith('ES') ? 'EC' : 'RSA'
  const found = keys.find(
    (key) => key.kid === kid && key.kty === type && (key.alg ?? alg) === alg && (key.use ?? 'sig') === 'sig',
  )
  return found ?? null
}
