import { argon2, createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/** Argon2id as OWASP advises for interactive logins: 19 MiB, two passes, one lane. */
const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

function tag(password: string, nonce: Uint8Array): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    argon2('argon2id', { ...PARAMETERS, message: Buffer.from(password), nonce }, (error, key) =>
      error ? reject(error) : resolve(Buffer.from(key)),
    )
  })
}

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return `argon2id$${nonce.toString('base64url')}$${(await tag(password, nonce)).toString('base64url')}`
}

/** For passwords that the platform made of 96 random bits: there is nothing to guess, so a fast hash keeps them as well. */
export function hashGeneratedPassword(password: string): string {
  return `sha256$$${createHash('sha256').update(password).digest('base64url')}`
}

/** Compares in constant time. Without a stored hash the work is done all the same, so that nobody learns who exists. */
export async function passwordFits(password: string, stored: string | undefined): Promise<boolean> {
  const [kind, nonce, expected] = (stored ?? `argon2id$AAAAAAAAAAAAAAAAAAAAAA$${'A'.repeat(43)}`).split('$')
  const actual =
    kind === 'sha256'
      ? createHash('sha256').update(password).digest()
      : await tag(password, Buffer.from(nonce ?? '', 'base64url'))
  const wanted = Buffer.from(expected ?? '', 'base64url')
  return actual.length === wanted.length && timingSafeEqual(actual, wanted) && stored !== undefined
}
