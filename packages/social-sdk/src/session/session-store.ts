/** Keeps what a game needs to sign its player in again, such as in a file or in `localStorage`. It is secret. */
export interface SessionStore {
  /** Returns the text that was saved last; null without one. */
  load(): string | null | Promise<string | null>
  /** Saves a text; null removes it. */
  save(text: string | null): void | Promise<void>
}

/** Tokens of a player. */
export interface StoredTokens {
  readonly access: string
  readonly refresh: string
  /** End of the access token in ms of Unix time. */
  readonly endsAt: number
}

/** Returns the tokens of a store; null without tokens, and for another text. */
export async function loadTokens(store: SessionStore): Promise<StoredTokens | null> {
  const text = await store.load()
  if (text === null) return null
  try {
    const { access, refresh, endsAt } = JSON.parse(text) as Partial<StoredTokens>
    const isComplete = typeof access === 'string' && typeof refresh === 'string' && typeof endsAt === 'number'
    return isComplete ? { access, refresh, endsAt } : null
  } catch {
    return null
  }
}
