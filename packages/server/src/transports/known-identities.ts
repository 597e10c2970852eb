import type { Instant } from '@guildhall/protocol'
import type { Bus } from '../kernel/bus.ts'
import type { Clock } from '../kernel/clock.ts'
import { applicationTopic, type Effect, effectOf, type Topic, userTopic } from '../kernel/event.ts'
import type { Identity } from '../resources/accounts/users/index.ts'

/** Identities kept in memory; each costs a few hundred bytes. */
const KNOWN_MAX = 20_000
/** Hashes of tokens that were known once, to explain a refusal. */
const FORMER_MAX = 1_000

/** A token that was known, with the time at which its user or application changed. */
export interface FormerToken {
  readonly kind: Identity['kind']
  readonly userId: Identity['userId']
  readonly changedAt: Instant
}

/** Effects after which cached identities are read again. */
const OUTDATING: readonly Effect['kind'][] = ['identity-changed', 'user-changed', 'tokens-revoked']

/**
 * Identities by the hash of their token, until an event of the user or application says that they have changed. The
 * bus tells of such an event at its commit, before the request that caused it is answered.
 */
export class KnownIdentities {
  readonly #byHash = new Map<string, Identity>()
  readonly #hashesByTopic = new Map<Topic, Set<string>>()
  readonly #former = new Map<string, FormerToken>()
  readonly #clock: Clock
  #changes = 0

  constructor(bus: Bus, clock: Clock) {
    this.#clock = clock
    bus.listenToCommits((event) => {
      const effect = effectOf(event)
      if (!effect || !OUTDATING.includes(effect.kind)) return
      this.#changes += 1
      for (const hash of this.#hashesByTopic.get(event.topic) ?? []) {
        this.#remember(hash, clock.now())
        this.#byHash.delete(hash)
      }
      this.#hashesByTopic.delete(event.topic)
    })
  }

  #remember(hash: string, changedAt: Instant): void {
    const found = this.#byHash.get(hash)
    if (!found) return
    this.#former.delete(hash)
    this.#former.set(hash, { kind: found.kind, userId: found.userId, changedAt })
    for (const oldest of this.#former.keys()) {
      if (this.#former.size <= FORMER_MAX) break
      this.#former.delete(oldest)
    }
  }

  /** Returns a token that was known until its user or application changed last; it may be valid still. */
  former(tokenHash: string): FormerToken | undefined {
    return this.#former.get(tokenHash)
  }

  /** Number of changes so far. An identity that was read before the last one may be outdated. */
  get changes(): number {
    return this.#changes
  }

  /** Returns what is known of a token, unless that has expired: another node may have noted a later use of it. */
  get(tokenHash: string): Identity | undefined {
    const found = this.#byHash.get(tokenHash)
    if (found === undefined || found.expiresAt === null || found.expiresAt > this.#clock.now()) return found
    return undefined
  }

  /** Keeps an identity that was read while `changes` had the given value. */
  keep(identity: Identity, changes: number): void {
    if (changes !== this.#changes) return
    if (this.#byHash.size >= KNOWN_MAX) {
      this.#byHash.clear()
      this.#hashesByTopic.clear()
    }
    const { tokenHash } = identity
    this.#byHash.set(tokenHash, identity)
    for (const topic of topicsOf(identity)) {
      const hashes = this.#hashesByTopic.get(topic) ?? new Set()
      hashes.add(tokenHash)
      this.#hashesByTopic.set(topic, hashes)
    }
  }

  /** Forgets one identity. */
  delete(tokenHash: string): void {
    this.#byHash.delete(tokenHash)
  }
}

/** Returns the topics whose events may change an identity. */
function topicsOf({ userId, application }: Identity): Topic[] {
  if (!application) return [userTopic(userId)]
  const users = new Set([userId, application.bot_id ?? userId])
  return [...[...users].map(userTopic), applicationTopic(application.id)]
}
