import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Instant } from '@guildhall/protocol'

/** Largest number that a client tries: about a second of a phone. */
const NUMBER_MAX = 100_000
const LIFETIME_MS = 10 * 60_000
const SALT_BYTES = 12
const ANSWER_MAX = 2_000

/** A challenge as clients get it: they find the number whose hash with the salt is `challenge`. */
export interface WorkChallenge {
  readonly algorithm: 'SHA-256'
  readonly challenge: string
  readonly salt: string
  readonly maxnumber: number
  readonly signature: string
}

/** A proof that was checked. */
export interface CheckedProof {
  /** Names the challenge, so that it is used once. */
  readonly signature: string
  readonly expiresAt: Instant
}

/** Asks clients for work before something that programs would do many times. Challenges are signed and not stored. */
export class ProofOfWork {
  readonly #key: Uint8Array

  /** @param key secret of this platform */
  constructor(key: Uint8Array) {
    this.#key = key
  }

  /** Returns a new challenge, for ten minutes. */
  challenge(now: Instant): WorkChallenge {
    const salt = `${randomBytes(SALT_BYTES).toString('hex')}?expires=${Math.floor((now + LIFETIME_MS) / 1000)}`
    const challenge = hashOf(salt, randomInt(NUMBER_MAX + 1))
    return { algorithm: 'SHA-256', challenge, salt, maxnumber: NUMBER_MAX, signature: this.#signature(challenge) }
  }

  /**
   * Returns what an answer proves: the challenge with its `number`, as JSON in base64. Null for another text, a foreign
   * challenge, a wrong number and a challenge that has expired. It does not know whether the challenge was used.
   */
  check(answer: string, now: Instant): CheckedProof | null {
    const given = answer.length > ANSWER_MAX ? null : parsed(answer)
    if (!given) return null
    const { salt, number, challenge, signature } = given
    const expiresAt = Number(/\?expires=(\d{1,12})$/.exec(salt)?.[1] ?? 0) * 1000
    const isOurs = equal(signature, this.#signature(challenge))
    if (!isOurs || hashOf(salt, number) !== challenge || expiresAt <= now) return null
    return { signature, expiresAt }
  }

  #signature(challenge: string): string {
    return createHmac('sha256', this.#key).update(challenge).digest('hex')
  }
}

interface Answer {
  readonly salt: string
  readonly number: number
  readonly challenge: string
  readonly signature: string
}

function parsed(answer: string): Answer | null {
  try {
    const given: unknown = JSON.parse(Buffer.from(answer, 'base64').toString())
    if (typeof given !== 'object' || given === null) return null
    const { salt, number, challenge, signature } = given as Record<string, unknown>
    const areTexts = typeof salt === 'string' && typeof challenge === 'string' && typeof signature === 'string'
    return areTexts && Number.isSafeInteger(number) ? { salt, number: number as number, challenge, signature } : null
  } catch {
    return null
  }
}

function hashOf(salt: string, number: number): string {
  return createHash('sha256').update(`${salt}${number}`).digest('hex')
}

function equal(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}
