import { ApiFailure, Http } from '@guildhall/client'
import type { ControlClient } from '../control/control-client.ts'
import { PersonSession } from './person-session.ts'

/** Sessions of people at a time. */
const SESSIONS_MAX = 50
const REQUEST_MAX_MS = 60_000
/** Records of a user among which a refusal is sought. */
const REFUSALS_READ = 20

/** A refusal of the platform or a wrong name, as a tool reports it. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

/** People that tools act as. A session opens when a person is first used, and stays. */
export class People {
  readonly #control: ControlClient
  readonly #sessions = new Map<string, Promise<PersonSession>>()

  constructor(control: ControlClient) {
    this.#control = control
  }

  /** Returns the session of a person who is named by username or id. */
  async session(person: string): Promise<PersonSession> {
    const known = await this.#sessions.get(person)
    if (known?.isOpen) return known
    if (this.#sessions.size >= SESSIONS_MAX) await this.close()
    const opening = this.#open(person)
    this.#sessions.set(person, opening)
    opening.catch(() => this.#sessions.delete(person))
    return opening
  }

  /** Sends a request to the API as a person, and returns the body of the response. */
  async request<T>(person: string, method: string, path: string, body?: unknown): Promise<T> {
    const { token, userId } = await this.session(person)
    const http = new Http({
      base: `${this.#control.origin}/api/v10`,
      authorization: token,
      timeoutMs: REQUEST_MAX_MS,
    })
    try {
      return await http.request<T>(method, path, { body })
    } catch (error) {
      if (!(error instanceof ApiFailure) || error.status === 0) throw error
      const why = await this.#reasonOf(userId, error.status)
      throw new ToolError([`${method} ${path} is refused with ${error.status}: ${error.text}`, ...why].join('\n'))
    }
  }

  /** Returns why the last request of a user with a status was refused; nothing while the tape is off. */
  async #reasonOf(userId: string, status: number): Promise<readonly string[]> {
    try {
      const { records } = await this.#control.request('GET /tape', {
        kind: 'request',
        user_id: userId,
        limit: REFUSALS_READ,
      })
      return records.findLast((record) => record.status === status)?.why ?? []
    } catch {
      return [] // The refusal itself must not be hidden by a second failure.
    }
  }

  /** Opens the sessions of all people again, whose sessions a replaced world has ended. */
  async reconnect(): Promise<void> {
    const names = [...this.#sessions.keys()]
    await this.close()
    // A person who is not in the new world has no session.
    await Promise.allSettled(names.map((name) => this.session(name)))
  }

  async close(): Promise<void> {
    const sessions = [...this.#sessions.values()]
    this.#sessions.clear()
    for (const opened of await Promise.allSettled(sessions)) if (opened.status === 'fulfilled') opened.value.close()
  }

  async #open(person: string): Promise<PersonSession> {
    const whose = /^\d{15,20}$/.test(person) ? { user_id: person } : { username: person }
    const { token } = await this.#control.request('POST /tokens', whose)
    const gateway = `${this.#control.origin.replace(/^http/, 'ws')}/gateway`
    return PersonSession.open(gateway, token)
  }
}
