import { LRUCache } from 'lru-cache'

/** Texts that may become prepared statements, by each connection, for as long as it lives. */
const PREPARED_MAX = 500
/** Texts seen once that are remembered. */
const SEEN_MAX = 1_000

/**
 * Decides which statements written at run time are prepared. A prepared statement takes memory on the database server
 * for as long as its connection lives, and filters and lists of values make any number of texts. A text is prepared at
 * its second use. Once `PREPARED_MAX` texts are prepared, others are parsed at each use.
 */
export class PreparedTexts {
  readonly #prepared = new Set<string>()
  readonly #seen = new LRUCache<string, true>({ max: SEEN_MAX })

  /** Returns whether this use of a text prepares it, or finds it prepared. */
  use(text: string): boolean {
    if (this.#prepared.has(text)) return true
    if (this.#prepared.size >= PREPARED_MAX) return false
    if (!this.#seen.has(text)) {
      this.#seen.set(text, true)
      return false
    }
    this.#seen.delete(text)
    this.#prepared.add(text)
    return true
  }
}
