import { ApiFailure, type HttpRequest } from '@guildhall/client'
import { type ControlApi, ControlClient as CoreControlClient } from '@guildhall/client/control'
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

type ControlDirectory = ControlApi['GET /directory']['response']

/** Status of a response whose content is wrong. */
const OK = 200

interface LinesOptions {
  readonly query: NonNullable<HttpRequest['query']>
  /** Longest time without a line, after which the connection is dead. */
  readonly silenceMs: number
  /** Called when the server has accepted the request: nothing is missed from then on. */
  opened(): void
}

/** A client of the control API of one platform, for commands of the terminal. Its failures are for the terminal. */
export class ControlClient extends CoreControlClient {
  /** Address of the platform, without a trailing slash. */
  readonly origin: string

  constructor(server: URL, key: string) {
    super({ url: new URL('/control', server).href, key })
    this.origin = server.origin
  }

  /** Names and ids of people, applications and guilds. @throws ControlError also for a server that is no platform */
  async directory(): Promise<ControlDirectory> {
    const found: Partial<ControlDirectory> | null = await this.request('GET /directory')
    const { people, applications, guilds } = found ?? {}
    if (people && applications && guilds) return { people, applications, guilds }
    throw new ControlError(`${this.origin} is no Guildhall: it has no directory.`, OK)
  }

  /** @throws ControlError for a refusal, or when the platform cannot be reached */
  override async send(method: string, path: string, request: HttpRequest = {}): Promise<unknown> {
    try {
      return await super.send(method, path, request)
    } catch (error) {
      throw this.#failureOf(error)
    }
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
  async *lines(path: string, { query, silenceMs, opened }: LinesOptions): AsyncGenerator<string> {
    const silent = new AbortController()
    const armed = () => setTimeout(() => silent.abort(), silenceMs)
    let timer = armed()
    try {
      const response = await this.open(path, { signal: silent.signal, query })
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
      throw this.#failureOf(error)
    } finally {
      clearTimeout(timer)
      silent.abort()
    }
  }

  #failureOf(error: unknown): ControlError {
    if (error instanceof ControlError) return error
    if (error instanceof ApiFailure && error.status !== 0) return refusalOf(this.origin, error.status, error.text)
    const { cause = error } = error as Error
    const reason = (cause as Error).cause ?? cause
    return new ControlError(`${this.origin} cannot be reached: ${String(reason)}`, null, { cause: error })
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
