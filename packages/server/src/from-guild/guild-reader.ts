import { setTimeout as sleep } from 'node:timers/promises'

/** The guild cannot be read. The message is for the user at the terminal. */
export class GuildReadError extends Error {
  override readonly name = 'GuildReadError'
}

const RESPONSE_MAX_MS = 60_000
const TRIES_MAX = 6
/** Longest wait for a rate limit that is worth it. */
const WAIT_MAX_S = 120
const BODY_MAX_BYTES = 64 * 1024 * 1024
const PAGE = 1_000

export interface ReaderOptions {
  /** Address of the HTTP API without a version, such as `https://discord.com/api`. */
  api: URL
  /** Of a bot that is in the guild. */
  token: string
  /** For the User-Agent that the public API demands. */
  version: string
  /** Waits for a rate limit; in ms. */
  wait?: (durationMs: number) => Promise<unknown>
}

/** Reads what a bot may read over the HTTP API. It sends GET requests only, and obeys rate limits. */
export class GuildReader {
  readonly #options: ReaderOptions
  readonly #wait: (durationMs: number) => Promise<unknown>

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#wait = options.wait ?? sleep
  }

  /**
   * Returns the JSON of a path; undefined for what the bot may not read, or what does not exist.
   *
   * @throws GuildReadError for any other refusal
   */
  async find<T>(path: string): Promise<T | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#send(path)
      if (response.ok) return this.#json<T>(path, response)
      if (response.status === 403 || response.status === 404) return undefined
      if (response.status === 401) throw new GuildReadError(`${this.#options.api.host} refuses the token.`)
      const again = response.status === 429 || response.status >= 500
      if (!again || attempt >= TRIES_MAX)
        throw new GuildReadError(`GET ${path}: ${this.#options.api.host} responds with ${response.status}.`)
      await this.#wait(await pauseMs(response, attempt))
    }
  }

  /** Returns the JSON of a path that must be readable. */
  async get<T>(path: string): Promise<T> {
    const found = await this.find<T>(path)
    if (found === undefined) throw new GuildReadError(`GET ${path}: it does not exist, or the bot may not read it.`)
    return found
  }

  /** Returns members of a guild by ascending id, at most `limit`; undefined where the bot may not list them. */
  async members<T extends { user: { id: string } }>(guildId: string, limit: number): Promise<T[] | undefined> {
    const all: T[] = []
    while (all.length < limit) {
      const size = Math.min(PAGE, limit - all.length)
      const after = all.at(-1)?.user.id ?? '0'
      const page = await this.find<T[]>(`/guilds/${guildId}/members?limit=${size}&after=${after}`)
      if (page === undefined) return undefined
      all.push(...page)
      if (page.length < size || page.at(-1)?.user.id === after) break
    }
    return all
  }

  async #send(path: string): Promise<Response> {
    const { api, token, version } = this.#options
    const address = `${api.href.replace(/\/+$/, '')}/v10${path}`
    const headers = {
      authorization: `Bot ${token}`,
      'user-agent': `DiscordBot (https://github.com/guildhall, ${version})`,
    }
    try {
      const signal = AbortSignal.timeout(RESPONSE_MAX_MS)
      const response = await fetch(address, { headers, signal, redirect: 'error' })
      // Waits before the limit is reached: the public API bans callers that collect refusals.
      if (response.ok && response.headers.get('x-ratelimit-remaining') === '0')
        await this.#wait(Math.min(Number(response.headers.get('x-ratelimit-reset-after') ?? 0), WAIT_MAX_S) * 1_000)
      return response
    } catch (error) {
      const reason = String((error as Error).cause ?? error)
      throw new GuildReadError(`${api.host} cannot be reached: ${reason}`, { cause: error })
    }
  }

  async #json<T>(path: string, response: Response): Promise<T> {
    const text = await response.text()
    if (text.length > BODY_MAX_BYTES) throw new GuildReadError(`GET ${path}: the response is too large.`)
    try {
      return JSON.parse(text) as T
    } catch (cause) {
      throw new GuildReadError(`GET ${path}: the response is no JSON. Is ${this.#options.api.href} an API?`, { cause })
    }
  }
}

/** Returns the time to wait after a refusal, in ms. */
async function pauseMs(response: Response, attempt: number): Promise<number> {
  const body = (await response.json().catch(() => ({}))) as { retry_after?: unknown }
  const seconds = Number(body?.retry_after ?? response.headers.get('retry-after') ?? 2 ** attempt / 4)
  if (!(seconds <= WAIT_MAX_S)) throw new GuildReadError(`The rate limit ends in ${seconds} s: try again then.`)
  return Math.ceil(seconds * 1_000)
}
