import type { ConsentRequest, HostEvents, Listen } from '../rpc/host.ts'

/** Time that the person has for an answer. */
const EXPIRES_MS = 5 * 60_000
/** Time within which an open web app shows the question, if it does. */
const SHOWN_WITHIN_MS = 5_000
/** Questions that wait at a time. */
const QUESTIONS_MAX = 10

/** State of a question, as another client of the person reports it. */
type Status = HostEvents['CONSENT_REQUEST_UPDATE']['status']

export interface QuestionParts {
  readonly request: <T>(method: string, path: string, request: { body: unknown }) => Promise<T>
  /** Listens to events of the person's gateway session. */
  readonly on: Listen
}

/** Questions of applications to the person, which the person's open web app shows. */
export class Questions {
  readonly #parts: QuestionParts
  #waiting = 0

  constructor(parts: QuestionParts) {
    this.#parts = parts
  }

  /** Asks in the web app. Resolves with whether the person accepts; with null if no web app shows the question. */
  async ask(request: ConsentRequest): Promise<boolean | null> {
    if (this.#waiting >= QUESTIONS_MAX || request.signal.aborted) return false
    this.#waiting += 1
    try {
      return await this.#ask(request)
    } finally {
      this.#waiting -= 1
    }
  }

  async #ask(request: ConsentRequest): Promise<boolean | null> {
    const { application, scopes, install, skuId, signal } = request
    const updates = new StatusUpdates(this.#parts.on)
    const body = {
      application_id: application.id,
      scopes,
      ...(install ? { install: { guild_id: install.guild?.id ?? null, permissions: install.permissions } } : {}),
      ...(skuId === undefined ? {} : { sku_id: skuId }),
    }
    try {
      const { id } = await this.#parts.request<{ id: string }>('POST', '/users/@me/consent-requests', { body })
      const first = await updates.next(id, SHOWN_WITHIN_MS, signal)
      const status = first === 'shown' ? await updates.next(id, EXPIRES_MS, signal) : first
      if (status === 'accepted' || status === 'denied') return status === 'accepted'
      await this.#parts.request('POST', `/users/@me/consent-requests/${id}`, { body: { status: 'withdrawn' } })
      return first === null && !signal.aborted ? null : false
    } finally {
      updates.close()
    }
  }
}

/** Statuses of questions, also those that arrive before the response with the id. */
class StatusUpdates {
  readonly #statuses: { id: string; status: Status }[] = []
  readonly #stop: () => void
  #arrived: () => void = () => {}
  #isShown = false

  constructor(on: QuestionParts['on']) {
    this.#stop = on('CONSENT_REQUEST_UPDATE', (update) => {
      this.#statuses.push(update)
      this.#arrived()
    })
  }

  close(): void {
    this.#stop()
  }

  /** Returns the next status of a question but a repeated `shown`; null after a time or an abort. */
  async next(id: string, withinMs: number, signal: AbortSignal): Promise<Status | null> {
    const ended = AbortSignal.any([signal, AbortSignal.timeout(withinMs)])
    for (;;) {
      while (this.#statuses.length > 0) {
        const update = this.#statuses.shift()
        if (update?.id === id && !(update.status === 'shown' && this.#isShown)) {
          if (update.status === 'shown') this.#isShown = true
          return update.status
        }
      }
      if (ended.aborted) return null
      await new Promise<void>((resolve) => {
        this.#arrived = resolve
        ended.addEventListener('abort', () => resolve(), { once: true })
      })
    }
  }
}
