import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError, type Instant } from '@guildhall/protocol'
import type { Background } from '../kernel/background.ts'
import type { Caller, ClientCredentials } from '../kernel/caller.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Bus } from '../kernel/event.ts'
import { SYSTEM_ACTOR, type Units } from '../kernel/units.ts'
import { isBanActive } from '../resources/platform-bans/index.ts'
import { type Identity, identifyToken, NO_CALLER, recordSessionUse } from '../resources/users/index.ts'

/** Callers kept in memory; each costs a few hundred bytes. */
const CALLERS_MAX = 20_000

/** A person's use of their token is noted this often, not at each request. */
const USE_NOTED_MS = 600_000

/** Client of a request, for the list of a person's sessions. */
export interface ClientFacts {
  readonly ip: string
  readonly userAgent: string
}

export interface Authenticator {
  /** The caller of an `Authorization` header; throws 401 for one that is not good. [AUT-9] */
  caller(header: string | undefined, from?: ClientFacts): Promise<Caller>
  /** The identity behind a bare token, as a gateway Identify carries it; null when it is not good. */
  identity(kind: 'bot' | 'person' | 'bearer' | 'any', token: string): Promise<Identity | null>
  /** The same by the token's hash, for who was let in before. */
  identityByHash(hash: string): Promise<Identity | null>
}

/**
 * Tokens are looked up by their hash, and what was found is kept until the user's own topic says that it has changed.
 */
export function authenticator(parts: {
  units: Units
  bus: Bus
  clock: Clock
  background: Background
  /** Key of the operator. */
  controlKey: string
}): Authenticator {
  const known = new Map<string, Identity>()
  const isControlKey = controlKeyCheck(parts.controlKey)
  const hashesOf = new Map<string, Set<string>>()
  const notedAt = new Map<string, Instant>()
  let changes = 0
  parts.bus.listen((event) => {
    if (!event.type.changesIdentity) return
    changes += 1
    for (const hash of hashesOf.get(event.topic) ?? []) known.delete(hash)
    hashesOf.delete(event.topic)
  })

  function keep(identity: Identity): void {
    if (known.size >= CALLERS_MAX) {
      known.clear()
      hashesOf.clear()
    }
    known.set(identity.tokenHash, identity)
    const { application } = identity
    const topics = [`user.${identity.userId}`]
    if (application) topics.push(`user.${application.bot_id}`, `app.${application.id}`)
    for (const topic of topics) {
      const hashes = hashesOf.get(topic) ?? new Set()
      hashes.add(identity.tokenHash)
      hashesOf.set(topic, hashes)
    }
  }

  async function identityByHash(hash: string): Promise<Identity | null> {
    let found = known.get(hash) ?? null
    if (!found) {
      const before = changes
      found = await parts.units.read(SYSTEM_ACTOR, (work) => identifyToken(work, hash))
      // One that changed while it was read must be read again next time.
      if (found && changes === before) keep(found)
    }
    const now = parts.clock.now()
    if (found && found.expiresAt !== null && found.expiresAt <= now) return null
    if (found && isBanActive(found.ban, now)) return null
    return found
  }

  async function identity(kind: Identity['kind'] | 'any', token: string): Promise<Identity | null> {
    const found = await identityByHash(createHash('sha256').update(token).digest('base64url'))
    return kind === 'any' || found?.kind === kind ? found : null
  }

  function noteUse({ kind, tokenHash }: Identity, from: ClientFacts): void {
    const now = parts.clock.now()
    if (kind !== 'person' || now - (notedAt.get(tokenHash) ?? 0) < USE_NOTED_MS) return
    if (notedAt.size >= CALLERS_MAX) notedAt.clear()
    notedAt.set(tokenHash, now)
    parts.background.run(async () => {
      await parts.units.write(SYSTEM_ACTOR, (work) => recordSessionUse(work, tokenHash, from))
      // It expires later than what is known.
      known.delete(tokenHash)
    })
  }

  return {
    identity,
    identityByHash,
    async caller(header, from) {
      if (header === undefined) return NO_CALLER
      const space = header.indexOf(' ')
      const scheme = space < 0 ? '' : header.slice(0, space)
      if (scheme === 'Basic') return { ...NO_CALLER, client: basicCredentials(header.slice(space + 1)) }
      if (scheme === 'Bearer' && isControlKey(header.slice(space + 1))) return { ...NO_CALLER, kind: 'operator' }
      const kind = scheme === 'Bot' ? 'bot' : scheme === 'Bearer' ? 'bearer' : scheme === '' ? 'person' : null
      const found = kind && (await identity(kind, space < 0 ? header : header.slice(space + 1)))
      if (!found) throw new ApiError('UNAUTHORIZED')
      if (from) noteUse(found, from)
      return found
    },
  }
}

/** Returns the check for the operator's key, which compares hashes in constant time. */
function controlKeyCheck(key: string): (given: string) => boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const expected = hash(key)
  return (given) => timingSafeEqual(hash(given), expected)
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
