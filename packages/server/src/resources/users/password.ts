import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'

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
const KIND = 'argon2id-46m'
const NO_HASH = `${KIND}$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`
/** Passwords hashed at a time: bounds their memory, and leaves threads of the pool to files and pictures. */
const HASHES_MAX = 2

const waiting: (() => void)[] = []
let running = 0

/** Returns the Argon2id tag of a password; at most `HASHES_MAX` are computed at a time, in the order of the calls. */
async function tag(password: string, nonce: Uint8Array, { memory, passes }: Parameters): Promise<Buffer> {
  if (running < HASHES_MAX) running += 1
  else await new Promise<void>((start) => waiting.push(start))
  try {
    return await new Promise((resolve, reject) => {
      const parameters = { memory, passes, parallelism: 1, tagLength: 32, message: Buffer.from(password), nonce }
      argon2('argon2id', parameters, (error, key) => (error ? reject(error) : resolve(Buffer.from(key))))
    })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

/** Hashes a password that a person chose. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const key = await tag(password, nonce, PARAMETERS.get(KIND) as Parameters)
  return `${KIND}$${nonce.toString('base64url')}$${key.toString('base64url')}`
}

/** Hashes a password that the platform made of 96 random bits: it cannot be guessed, so a fast hash suffices. */
export function hashGeneratedPassword(password: string): string {
  return `sha256$$${createHash('sha256').update(password).digest('base64url')}`
}

/**
 * Whether a password matches a stored hash, compared in constant time. Without a stored hash it takes as long and
 * returns false, so that a caller cannot find out which accounts exist.
 */
export async function passwordFits(password: string, stored: string | undefined): Promise<boolean> {
  const [kind = '', nonce = '', expected = ''] = (stored ?? NO_HASH).split('$')
  const parameters = PARAMETERS.get(kind)
  const actual = parameters
    ? await tag(password, Buffer.from(nonce, 'base64url'), parameters)
    : createHash('sha256').update(password).digest()
  const wanted = Buffer.from(expected, 'base64url')
  return actual.length === wanted.length && timingSafeEqual(actual, wanted) && stored !== undefined
}
