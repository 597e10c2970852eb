import { hash } from 'node:crypto'
import { ApiError, type Instant } from '@guildhall/protocol'
import type { Background } from '../kernel/background.ts'
import type { Bus } from '../kernel/bus.ts'
import type { AnonymousCaller, AnyCaller, Caller, ClientCredentials, OperatorCaller } from '../kernel/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import { effectOf } from '../kernel/event.ts'
import { SYSTEM_ACTOR, type Units } from '../kernel/units.ts'
import { isBanActive } from '../resources/accounts/platform-bans/index.ts'
import { type Identity, identifyToken, recordSessionUse } from '../resources/accounts/users/index.ts'
import { KnownIdentities } from './known-identities.ts'
import { stateOf, stateOfUnknown } from './token-state.ts'

/** Persons whose last noted use is remembered. */
const NOTED_MAX = 20_000

/** A person's use of their token is noted this often, not at each request. */
const USE_NOTED_MS = 600_000

/** Client of a request, for the list of a person's sessions. */
export interface ClientFacts {
  readonly ip: string
  readonly userAgent: string
}

export interface Authenticator {
  /**
   * Brings this node up to date with all others, so that a request is decided by everything that was committed before
   * it began; null for a process that is alone.
   */
  readonly upToDate: (() => Promise<void>) | null
  /**
   * The caller of an `Authorization` header; throws 401 for one that is not good. A caller who is kept in memory is
   * returned at once. [AUT-9]
   */
  caller(header: string | undefined, from?: ClientFacts): AnyCaller | Promise<AnyCaller>
  /** The identity behind a bare token, as a gateway Identify carries it; null when it is not good. */
  identity(kind: 'bot' | 'person' | 'bearer' | 'any', token: string): Promise<Identity | null>
  /** The same by the token's hash, for who was let in before. */
  identityByHash(hash: string): Promise<Identity | null>
  /**
   * Returns why a token is not good: unknown, revoked, expired, banned, of another kind or world. For the tape only: it
   * reads rows, and no caller may know it.
   */
  explain(kind: Identity['kind'] | 'any', token: string): Promise<string>
  /** The same for an `Authorization` header. */
  explainHeader(header: string | undefined): Promise<string>
}

/** The operator's key, as requests are checked by it. */
interface CheckedOperatorKey {
  fits(given: string): boolean
  /** Takes a key that was stored, by its hash at once. */
  adopt(hash: string): Promise<void>
}

interface AuthenticatorParts {
  units: Units
  bus: Bus
  clock: Clock
  background: Background
  operatorKey: CheckedOperatorKey
  /** Addresses of the platform, for mails. */
  addresses: { readonly url: string }
}

const ANONYMOUS: AnonymousCaller = { kind: 'none' }
const OPERATOR: OperatorCaller = { kind: 'operator' }

/** Returns an identity unless it has expired or is banned. */
function valid(found: Identity | null, now: Instant): Identity | null {
  if (found === null) return null
  if (found.expiresAt !== null && found.expiresAt <= now) return null
  return isBanActive(found.ban, now) ? null : found
}

/** Records the uses of people's sessions, each at most once in ten minutes. */
class SessionUses {
  readonly #parts: AuthenticatorParts
  readonly #known: KnownIdentities
  readonly #notedAt = new Map<string, Instant>()

  constructor(parts: AuthenticatorParts, known: KnownIdentities) {
    this.#parts = parts
    this.#known = known
  }

  note({ kind, tokenHash }: Identity, from: ClientFacts): void {
    const { url } = this.#parts.addresses
    const now = this.#parts.clock.now()
    if (kind !== 'person' || now - (this.#notedAt.get(tokenHash) ?? 0) < USE_NOTED_MS) return
    if (this.#notedAt.size >= NOTED_MAX) this.#notedAt.clear()
    this.#notedAt.set(tokenHash, now)
    this.#parts.background.run(async () => {
      await this.#parts.units.write(SYSTEM_ACTOR, (work) => recordSessionUse(work, tokenHash, { ...from, url }))
      // It expires later than what is known.
      this.#known.delete(tokenHash)
    })
  }
}

/**
 * Tokens are looked up by their hash, and what was found is kept until the user's own topic says that it has changed.
 */
export function authenticator(parts: AuthenticatorParts): Authenticator {
  const known = new KnownIdentities(parts.bus, parts.clock)
  const uses = new SessionUses(parts, known)
  const { shared } = parts.bus
  const upToDate = shared === null ? null : () => shared.upToDate()
  followOperatorKey(parts)

  async function identityByHash(tokenHash: string): Promise<Identity | null> {
    await upToDate?.()
    return valid(known.get(tokenHash) ?? (await read(tokenHash)), parts.clock.now())
  }

  async function read(tokenHash: string): Promise<Identity | null> {
    const { changes } = known
    const found = await parts.units.read(SYSTEM_ACTOR, (work) => identifyToken(work, tokenHash))
    if (found) known.keep(found, changes)
    return found
  }

  async function identity(kind: Identity['kind'] | 'any', token: string): Promise<Identity | null> {
    const found = await identityByHash(hashOf(token))
    return kind === 'any' || found?.kind === kind ? found : null
  }

  function admitted(kind: Identity['kind'], found: Identity | null, from: ClientFacts | undefined): Caller {
    const identity = valid(found, parts.clock.now())
    if (identity?.kind !== kind) throw new ApiError('UNAUTHORIZED')
    if (from) uses.note(identity, from)
    return identity
  }

  return {
    upToDate,
    identity,
    identityByHash,
    async explain(kind, token) {
      const hash = hashOf(token)
      const found = known.get(hash) ?? (await read(hash))
      if (found) return stateOf(found, kind, parts.clock.now())
      return stateOfUnknown(known.former(hash), token, parts.units)
    },
    async explainHeader(header) {
      if (header === undefined) return 'the request has no Authorization header'
      const { kind, scheme, token } = partsOf(header)
      return kind ? this.explain(kind, token) : `the scheme ${JSON.stringify(scheme.slice(0, 20))} is unknown`
    },
    caller(header, from) {
      if (header === undefined) return ANONYMOUS
      const space = header.indexOf(' ')
      const scheme = space < 0 ? '' : header.slice(0, space)
      if (scheme === 'Basic') return { ...ANONYMOUS, client: basicCredentials(header.slice(space + 1)) }
      if (scheme === 'Bearer' && parts.operatorKey.fits(header.slice(space + 1))) return OPERATOR
      const kind = kindOf(scheme)
      if (kind === null) throw new ApiError('UNAUTHORIZED')
      const tokenHash = hashOf(space < 0 ? header : header.slice(space + 1))
      const found = known.get(tokenHash)
      if (found) return admitted(kind, found, from)
      return read(tokenHash).then((identity) => admitted(kind, identity, from))
    },
  }
}

/** Lets requests take the operator's key once it was replaced, here or by another node. */
function followOperatorKey({ bus, background, operatorKey }: AuthenticatorParts): void {
  bus.listen((event) => {
    const effect = effectOf(event)
    if (effect?.kind === 'operator-key-replaced') background.run(() => operatorKey.adopt(effect.hash))
  })
}

function kindOf(scheme: string): Identity['kind'] | null {
  return scheme === 'Bot' ? 'bot' : scheme === 'Bearer' ? 'bearer' : scheme === '' ? 'person' : null
}

function partsOf(header: string): { scheme: string; kind: Identity['kind'] | null; token: string } {
  const space = header.indexOf(' ')
  const scheme = space < 0 ? '' : header.slice(0, space)
  return { scheme, kind: kindOf(scheme), token: space < 0 ? header : header.slice(space + 1) }
}

/** Returns the hash by which a token is stored. */
function hashOf(token: string): string {
  return hash('sha256', token, 'base64url')
}

/** (RFC 6749, 2.3.1: both halves are form-encoded before they are joined) */
function basicCredentials(encoded: string): ClientCredentials {
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  return { id: formDecoded(id), secret: formDecoded(secret.join(':')) }
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
