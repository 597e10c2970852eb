import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { NewOperatorKey, OperatorKey } from '../kernel/operator-key.ts'
import type { Store, StoreSession } from '../kernel/store/store.ts'
import { CONTROL_KEY, metaSecret, replaceMetaSecret, SECRET_BYTES } from './meta-secret.ts'

const hashOf = (text: string) => createHash('sha256').update(text).digest()

/** The operator's key as this process knows it. The store holds it encrypted. */
export class StoredOperatorKey implements OperatorKey {
  readonly #store: Store
  readonly #listeners: ((key: string) => void)[] = []
  #key: string
  #hash: Buffer

  private constructor(store: Store, key: string) {
    this.#store = store
    this.#key = key
    this.#hash = hashOf(key)
  }

  static async open(store: Store): Promise<StoredOperatorKey> {
    return new StoredOperatorKey(store, await readKey(store))
  }

  get key(): string {
    return this.#key
  }

  /** Compares hashes in constant time. */
  fits(given: string): boolean {
    return timingSafeEqual(hashOf(given), this.#hash)
  }

  async replace(session: StoreSession): Promise<NewOperatorKey> {
    const secret = randomBytes(SECRET_BYTES)
    await replaceMetaSecret(session, CONTROL_KEY, secret)
    const key = secret.toString('base64url')
    return { key, hash: hashOf(key).toString('base64url') }
  }

  /** Takes a key that was stored, by its hash at once. */
  async adopt(hash: string): Promise<void> {
    this.#hash = Buffer.from(hash, 'base64url')
    this.#key = await readKey(this.#store)
    for (const listener of this.#listeners) listener(this.#key)
  }

  /** Takes the key that is stored by now, if another process has replaced it. */
  async refresh(): Promise<void> {
    const hash = hashOf(await readKey(this.#store))
    if (!hash.equals(this.#hash)) await this.adopt(hash.toString('base64url'))
  }

  /** Calls a function with each later key. */
  onChange(listener: (key: string) => void): void {
    this.#listeners.push(listener)
  }
}

async function readKey(store: Store): Promise<string> {
  return (await metaSecret(store, CONTROL_KEY)).toString('base64url')
}
