import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from '../kernel/atomic-file.ts'
import { SECRET_KEY_BYTES } from '../kernel/store/secrets.ts'
import { UserError } from '../kernel/user-error.ts'

/** The secret key cannot be used; the message is meant for the person at the terminal. */
export class SecretKeyError extends UserError {
  override readonly name = 'SecretKeyError'
}

const KEY_FILE = 'secret.key'
const VARIABLE = 'GUILDHALL_SECRET_KEY'
const HEX = /^[0-9a-f]{64}$/i
const BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/

/**
 * Parses 32 bytes in base64 or hex; surrounding white space is ignored. `source` names the option or file in the error.
 * @throws SecretKeyError for anything else
 */
function parseSecretKey(text: string, source: string): Buffer {
  const trimmed = text.trim()
  const key = HEX.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : BASE64.test(trimmed)
      ? Buffer.from(trimmed, 'base64')
      : null
  if (key?.length === SECRET_KEY_BYTES) return key
  throw new SecretKeyError(`${source} must hold ${SECRET_KEY_BYTES} bytes in base64 or hex: openssl rand -base64 32`)
}

/**
 * Reads the operator's key file.
 * @throws SecretKeyError when it cannot be read or holds no key
 */
async function readSecretKey(file: string): Promise<Buffer> {
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (cause) {
    throw new SecretKeyError(`--secret-key: cannot read ${file}`, { cause })
  }
  return parseSecretKey(text, `--secret-key ${file}`)
}

/** Returns the key kept in a data folder, or null when there is none. */
export async function findFolderKey(folder: string): Promise<Buffer | null> {
  const file = join(folder, KEY_FILE)
  try {
    return parseSecretKey(await readFile(file, 'utf8'), file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Makes a key and keeps it in the data folder, readable by its owner alone. */
export async function makeFolderKey(folder: string): Promise<Buffer> {
  const key = randomBytes(SECRET_KEY_BYTES)
  await writeFileAtomically(join(folder, KEY_FILE), `${key.toString('base64')}\n`)
  return key
}

/**
 * Returns the key that the operator gave: of a file, or of `GUILDHALL_SECRET_KEY`. Undefined without either.
 * @throws SecretKeyError for a file or a value that cannot be used
 */
export async function givenSecretKey(
  file: string | null,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Buffer | undefined> {
  if (file !== null) return readSecretKey(file)
  const text = env[VARIABLE]
  return text ? parseSecretKey(text, VARIABLE) : undefined
}
