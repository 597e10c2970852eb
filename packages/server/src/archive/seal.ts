import { readFile } from 'node:fs/promises'
import { ArchiveError } from './archive-error.ts'

/** Key or passphrase that an archive is encrypted to; null for one that is not. */
export type Seal = { readonly recipient: string } | { readonly passphrase: string } | null

/** Keys or passphrase that open an encrypted archive; null without. */
export type Unseal = { readonly identities: readonly string[] } | { readonly passphrase: string } | null

type Bytes = AsyncIterable<Uint8Array>

/** Beginning of every age file, whose header is text. */
export const AGE_MAGIC = Buffer.from('age-encryption.org/v1\n')

const IDENTITY = /^AGE-SECRET-KEY-1[0-9A-Z]{58}$/

/** Makes a pair of keys. Only the recipient is stored on the server. */
export async function makeKeyPair(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/**
 * Returns the identities of a file: one in each line, besides comments.
 *
 * @throws ArchiveError for a file that cannot be read, or that has none
 */
export async function readIdentities(path: string): Promise<string[]> {
  const lines = (await readText('--identity', path)).split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  if (identities.length === 0 || !identities.every((line) => IDENTITY.test(line)))
    throw new ArchiveError(`--identity ${path} holds no recovery key: it begins with AGE-SECRET-KEY-1.`)
  return identities
}

/**
 * Returns the passphrase of a file: its first line.
 *
 * @throws ArchiveError for a file that cannot be read, or that is empty
 */
export async function readPassphrase(path: string): Promise<string> {
  const [line = ''] = (await readText('--passphrase-file', path)).split(/\r?\n/)
  if (line === '') throw new ArchiveError(`--passphrase-file ${path}: its first line is empty.`)
  return line
}

async function readText(option: string, path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (cause) {
    throw new ArchiveError(`${option}: cannot read ${path}: ${(cause as NodeJS.ErrnoException).code}.`, { cause })
  }
}

/** Encrypts a stream as an age file. The library is loaded at the first use. */
export async function* sealed(source: Bytes, seal: NonNullable<Seal>): Bytes {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  if ('recipient' in seal) encrypter.addRecipient(seal.recipient)
  else encrypter.setPassphrase(seal.passphrase)
  yield* await encrypter.encrypt(ReadableStream.from(source) as ReadableStream<Uint8Array>)
}

/**
 * Decrypts an age file.
 *
 * @throws ArchiveError for a wrong key, and for a file that was changed or cut off
 */
export async function* unsealed(source: Bytes, unseal: NonNullable<Unseal>): Bytes {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  if ('passphrase' in unseal) decrypter.addPassphrase(unseal.passphrase)
  else for (const identity of unseal.identities) decrypter.addIdentity(identity)
  let opened: AsyncIterable<Uint8Array>
  try {
    opened = await decrypter.decrypt(ReadableStream.from(source) as ReadableStream<Uint8Array>)
  } catch (cause) {
    const { message } = cause as Error
    if (/no identity matched|incorrect passphrase|passphrase/i.test(message))
      throw new ArchiveError('The archive was encrypted for another key or passphrase.', { cause })
    throw new ArchiveError(`The archive is damaged: ${message}.`, { cause })
  }
  try {
    yield* opened
  } catch (cause) {
    throw new ArchiveError('The archive is damaged or cut off.', { cause })
  }
}
