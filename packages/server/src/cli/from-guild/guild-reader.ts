import { setTimeout as sleep } from 'node:timers/promises'
import { Faults } from '@guildhall/protocol'
import { UserError } from '../../kernel/user-error.ts'
import type { Static, TSchema } from '../../validation/schema.ts'
import { validate } from '../../validation/validate.ts'
import { readBounded } from './read-bounded.ts'
import { WireMember } from './wire.ts'

/** The guild cannot be read. The message is for the user at the terminal. */
export class GuildReadError extends UserError {
  override readonly name = 'GuildReadError'
}

const RESPONSE_MAX_MS = 60_000
const TRIES_MAX = 6
/** Longest wait for a rate limit that is worth it. */
const WAIT_MAX_S = 120
const BODY_MAX_BYTES = 64 * 1024 * 1024
const MEMBERS_PAGE = 1_000

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

/**
 * Reads what a bot may read over the HTTP API. It sends GET requests only, obeys rate limits, and checks each response.
 */
export class GuildReader {
  /** Entries of lists that were left out, because they are not as documented. */
  faulty = 0
  readonly #options: ReaderOptions
  readonly #wait: (durationMs: number) => Promise<unknown>

  constructor(options: ReaderOptions) {
    this.#options = options
    this.#wait = options.wait ?? sleep
  }

  /**
   * Returns the object at a path; undefined for what the bot may not read, or what does not exist.
   *
   * @throws GuildReadError for any other refusal, and for a response that the schema does not describe
   */
  async find<S extends TSchema>(path: string, schema: S): Promise<Static<S> | undefined> {
    const found = await this.#json(path)
    if (found === undefined) return undefined
    const faults = new Faults()
    const checked = validate(schema, found.value, faults)
    if (faults.any) {
      const fault = JSON.stringify(faults.toJSON()).slice(0, 300)
      throw new GuildReadError(`GET ${path}: the response is not as documented: ${fault}`)
    }
    return checked
  }

  /** Returns the object at a path that must be readable. */
  async get<S extends TSchema>(path: string, schema: S): Promise<Static<S>> {
    const found = await this.find(path, schema)
    if (found === undefined) throw new GuildReadError(`GET ${path}: it does not exist, or the bot may not read it.`)
    return found
  }

  /** Returns the entries of the list at a path that are as documented; undefined where the bot may not read it. */
  async list<S extends TSchema>(path: string, schema: S): Promise<Static<S>[] | undefined> {
    const found = await this.#json(path)
    if (found === undefined) return undefined
    if (!Array.isArray(found.value)) throw new GuildReadError(`GET ${path}: the response is no list.`)
    return this.entries(found.value, schema)
  }

  /** Returns the entries that are as documented, and counts the others. */
  entries<S extends TSchema>(values: readonly unknown[], schema: S): Static<S>[] {
    return values.flatMap((value) => {
      const faults = new Faults()
      const checked = validate(schema, value, faults)
      if (!faults.any) return [checked]
      this.faulty += 1
      return []
    })
  }

  /** Returns members of a guild by ascending id, at most `limit`; undefined where the bot may not list them. */
  async members(guildId: string, limit: number): Promise<WireMember[] | undefined> {
    const all: WireMember[] = []
    while (all.length < limit) {
      const size = Math.min(MEMBERS_PAGE, limit - all.length)
      const after = all.at(-1)?.user.id ?? '0'
      const page = await this.list(`/guilds/${guildId}/members?limit=${size}&after=${after}`, WireMember)
      if (page === undefined) return undefined
      all.push(...page.slice(0, size))
      if (page.length < size || BigInt(page.at(-1)?.user.id ?? 0) <= BigInt(after)) break
    }
    return all
  }

  async #json(path: string): Promise<{ value: unknown } | undefined> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#send(path)
      if (response.ok) return { value: await this.#parsed(path, response) }
      if (response.status === 403 || response.status === 404) {
        await response.body?.cancel()
        return undefined
      }
      if (response.status === 401) throw new GuildReadError(`${this.#options.api.host} refuses the token.`)
      const again = response.status === 429 || response.status >= 500
      if (!again || attempt >= TRIES_MAX)
        throw new GuildReadError(`GET ${path}: ${this.#options.api.host} responds with ${response.status}.`)
      await this.#wait(await pauseMs(response, attempt))
    }
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

  async #parsed(path: string, response: Response): Promise<unknown> {
    const bytes = await readBounded(response, BODY_MAX_BYTES)
    if (bytes === null) throw new GuildReadError(`GET ${path}: the response is too large.`)
    try {
      return JSON.parse(bytes.toString())
    } catch (cause) {
      throw new GuildReadError(`GET ${path}: the response is no JSON. Is ${this.#options.api.href} an API?`, { cause })
    }
  }
}

const REFUSAL_MAX_BYTES = 64 * 1024

/** Returns the time to wait after a refusal, in ms. */
async function pauseMs(response: Response, attempt: number): Promise<number> {
  const body = await readBounded(response, REFUSAL_MAX_BYTES)
  const seconds = Number(retryAfter(body?.toString() ?? '') ?? response.headers.get('retry-after') ?? 2 ** attempt / 4)
  if (!(seconds >= 0 && seconds <= WAIT_MAX_S))
    throw new GuildReadError(`The rate limit ends in ${seconds} s: try again then.`)
  return Math.ceil(seconds * 1_000)
}

function retryAfter(body: string): unknown {
  try {
    return (JSON.parse(body) as { retry_after?: unknown } | null)?.retry_after
  } catch {
    // A proxy's page: the header tells.
    return undefined
  }
}
