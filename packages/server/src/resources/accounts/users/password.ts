import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { ApiError } from '@guildhall/protocol'
import { FairLimit } from '../../../kernel/fair-limit.ts'
import type { PasswordClient, Passwords } from '../../../kernel/passwords.ts'
import { QueueFullError } from '../../../kernel/queues.ts'

interface Parameters {
  /** KiB. */
  readonly memory: number
  readonly passes: number
}

/** Parameters of Argon2id that OWASP advises for interactive logins, by the name that a stored hash starts with. */
const PARAMETERS: ReadonlyMap<string, Parameters> = new Map([
  // glibc returns blocks above 32 MiB to the system at once. Smaller ones stay with each thread that hashed.
  ['argon2id-46m', { memory: 47_104, passes: 1 }],
  // Hashes that former versions stored.
  ['argon2id', { memory: 19_456, passes: 2 }],
])
/**
 * Cost of a hash: `full`, or `little` for platforms of tests, which would spend most of their time on hashes. Each cost
 * has its kind of hash, and a platform of full cost accepts no password for a cheap hash.
 */
export type PasswordCost = 'full' | 'little'
const FULL_KIND = 'argon2id-46m'
const CHEAP_KIND = 'argon2id-64k'
const CHEAP: Parameters = { memory: 64, passes: 1 }

/** Returns the name of new hashes, and the parameters of a kind of stored hash. */
function kindsOf(cost: PasswordCost): { made: string; parametersOf(kind: string): Parameters | undefined } {
  if (cost === 'full') return { made: FULL_KIND, parametersOf: (kind) => PARAMETERS.get(kind) }
  return { made: CHEAP_KIND, parametersOf: (kind) => (kind === CHEAP_KIND ? CHEAP : PARAMETERS.get(kind)) }
}
const NO_NONCE = 'A'.repeat(22)
const NO_HASH = `$${NO_NONCE}$${'A'.repeat(43)}`
/** Passwords hashed at a time: bounds their memory, and leaves threads of the pool to files and pictures. */
const HASHES_MAX = 2
/**
 * Clients that may wait, and how many of them may have one address, such as that of a school whose people register
 * together: each hash takes some 40 ms of a core.
 */
const LIMITS = { total: HASHES_MAX, waitingMax: 400, waitingPerHolderMax: 24, waitMaxMs: 20_000 }
const RETRY_AFTER_S = 5

function tag(password: string, nonce: Uint8Array, { memory, passes }: Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const parameters = { memory, passes, parallelism: 1, tagLength: 32, message: Buffer.from(password), nonce }
    argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(Buffer.from(key))))
  })
}

/** Hashes a password that a person chose. */
export async function hashPassword(password: string, cost: PasswordCost = 'full'): Promise<string> {
  const nonce = randomBytes(16)
  const { made, parametersOf } = kindsOf(cost)
  const key = await tag(password, nonce, parametersOf(made) as Parameters)
  return `${made}$${nonce.toString('base64url')}$${key.toString('base64url')}`
}

/** Hashes a password that the platform made of 96 random bits: it cannot be guessed, so a fast hash suffices. */
export function hashGeneratedPassword(password: string): string {
  return `sha256$$${createHash('sha256').update(password).digest('base64url')}`
}

/**
 * Returns whether a password matches a stored hash, compared in constant time. It takes as long without a stored hash,
 * and for a fast one, so that a caller cannot find out which accounts exist, or have a generated password.
 */
async function passwordFits(password: string, stored: string | undefined, cost: PasswordCost): Promise<boolean> {
  const { made, parametersOf } = kindsOf(cost)
  const [kind = '', nonce = '', expected = ''] = (stored ?? `${made}${NO_HASH}`).split('$')
  const known = parametersOf(kind)
  const parameters = known ?? (parametersOf(made) as Parameters)
  const slow = await tag(password, Buffer.from(known ? nonce : NO_NONCE, 'base64url'), parameters)
  const actual = known ? slow : createHash('sha256').update(password).digest()
  const wanted = Buffer.from(expected, 'base64url')
  return actual.length === wanted.length && timingSafeEqual(actual, wanted) && stored !== undefined
}

/**
 * Returns the password hashing of a platform: a few at a time, shared between addresses. A client that has left gives
 * its place up.
 */
export function boundedPasswords(cost: PasswordCost = 'full'): Passwords {
  const limit = new FairLimit(LIMITS)

  async function bounded<T>({ address, left }: PasswordClient, task: () => Promise<T>): Promise<T> {
    try {
      return await limit.run(task, { holder: address, signal: left() })
    } catch (error) {
      throw error instanceof QueueFullError ? overloaded() : error
    }
  }

  return {
    hash: (password, client) => bounded(client, () => hashPassword(password, cost)),
    fits: (password, stored, client) => bounded(client, () => passwordFits(password, stored, cost)),
  }
}

function overloaded(): ApiError {
  return new ApiError('OVERLOADED', { extra: { retry_after: RETRY_AFTER_S } })
}
