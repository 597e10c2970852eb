import { UserError } from '../../kernel/user-error.ts'
import { printable } from '../terminal/text.ts'

/** A request to the control API failed. The message is for the user at the terminal. */
export class ControlError extends UserError {
  override readonly name = 'ControlError'
  /** HTTP status; null where there was no response. */
  readonly status: number | null

  constructor(message: string, status: number | null, options?: ErrorOptions) {
    super(message, options)
    this.status = status
  }
}

export interface ControlDirectory {
  readonly people: readonly { id: string; username: string; global_name: string | null }[]
  readonly applications: readonly { id: string; name: string; bot_id: string | null }[]
  readonly guilds: readonly { id: string; name: string; owner_id: string }[]
}

/** Longest wait for a response. Resets and snapshots of large worlds take seconds. */
const RESPONSE_MAX_MS = 60_000

/** Status of a response whose content is wrong. */
const OK = 200

interface LinesOptions {
  /** Longest time without a line, after which the connection is dead. */
  readonly silenceMs: number
  /** Called when the server has accepted the request: nothing is missed from then on. */
  opened(): void
}

/** A client of the control API of one platform, for commands of the terminal. */
export class ControlClient {
  readonly #server: URL
  readonly #key: string

  constructor(server: URL, key: string) {
    this.#server = server
    this.#key = key
  }

  /** Address of the platform, without a trailing slash. */
  get origin(): string {
    return this.#server.origin
  }

  /** Names and ids of people, applications and guilds. @throws ControlError also for a server that is no platform */
  async directory(): Promise<ControlDirectory> {
    const found = await this.request<Partial<ControlDirectory> | null>('GET', '/directory')
    const { people, applications, guilds } = found ?? {}
    if (people && applications && guilds) return { people, applications, guilds }
    throw new ControlError(`${this.origin} is no Guildhall: it has no directory.`, OK)
  }

  /**
   * Sends a request below `/control`, and returns the body of its response; null without a body.
   *
   * @throws ControlError for a refusal, or when the platform cannot be reached
   */
  async request<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await this.#fetch(path, {
      method,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal: AbortSignal.timeout(RESPONSE_MAX_MS),
    })
    const text = await response.text()
    if (!response.ok) throw refusalOf(this.origin, response.status, text)
    return (text === '' ? null : this.parse(text)) as T
  }

  /** Parses a text that the server sent. @throws ControlError for one that no platform sends */
  parse(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch (cause) {
      throw new ControlError(`${this.origin} is no Guildhall: it sends what is no JSON.`, OK, { cause })
    }
  }

  /**
   * Yields the lines of a stream below `/control` that are not empty, until the server ends it.
   *
   * @throws ControlError for a refusal, or when the connection is lost
   */
  async *lines(path: string, { silenceMs, opened }: LinesOptions): AsyncGenerator<string> {
    const silent = new AbortController()
    const armed = () => setTimeout(() => silent.abort(), silenceMs)
    let timer = armed()
    try {
      const response = await this.#fetch(path, { signal: silent.signal })
      if (!response.ok) throw refusalOf(this.origin, response.status, await response.text())
      opened()
      const decoder = new TextDecoder()
      let rest = ''
      for await (const chunk of response.body ?? []) {
        // The time in which the caller uses a line, as on a terminal that stands still, is no silence of the server.
        clearTimeout(timer)
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) if (line !== '') yield line
        timer = armed()
      }
    } catch (error) {
      throw error instanceof ControlError ? error : this.#lost(error as Error)
    } finally {
      clearTimeout(timer)
      silent.abort()
    }
  }

  async #fetch(path: string, { headers, ...options }: RequestInit): Promise<Response> {
    try {
      return await fetch(new URL(`/control${path}`, this.#server), {
        ...options,
        headers: { authorization: `Bearer ${this.#key}`, ...headers },
        redirect: 'error',
      })
    } catch (error) {
      throw this.#lost(error as Error)
    }
  }

  #lost(cause: Error): ControlError {
    return new ControlError(`${this.origin} cannot be reached: ${String(cause.cause ?? cause)}`, null, { cause })
  }
}

const SHOWN_MAX = 1_000

function refusalOf(origin: string, status: number, text: string): ControlError {
  if (status === 401 || status === 403) return new ControlError(`${origin} refuses the control key.`, status)
  if (status === 404 && !text.includes('"code":1')) {
    const served = 'it serves the control API only with an address of its machine, or with --control'
    return new ControlError(`${origin} has no such operation of the control API: ${served}.`, status)
  }
  return new ControlError(`${origin} responds with ${status}: ${printable(text.slice(0, SHOWN_MAX))}`, status)
}
