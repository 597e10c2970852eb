import { type Outgoing, type OutgoingDocument, OutgoingError, type OutgoingLoad } from '../../kernel/outgoing.ts'
import { ConcurrencyLimit, QueueFullError } from '../../kernel/queues.ts'

/** Documents loaded at a time: each may have 8 MiB in memory. */
const LOADS_MAX = 8
const WAITING_MAX = 1_000
const LOAD_MS = 5_000
const REDIRECTS_MAX = 3
/** Time for which an address is not loaded again. */
export const KEPT_MS = 60 * 60 * 1_000

/** Loads documents of other servers for previews, some at a time, and in bounded time. */
export class WebLoader {
  readonly #outgoing: Outgoing
  readonly #limit = new ConcurrencyLimit({ total: LOADS_MAX, waitingMax: WAITING_MAX })

  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing
  }

  /** @throws OutgoingError without a document that `limitOf` takes, and while too many others wait */
  async load(request: Pick<OutgoingLoad, 'url' | 'accept' | 'limitOf'>): Promise<OutgoingDocument> {
    const limitKey = `preview ${URL.parse(request.url)?.host}`
    const load = () => this.#outgoing.load({ ...request, limitKey, timeoutMs: LOAD_MS, redirectsMax: REDIRECTS_MAX })
    try {
      return await this.#limit.run(load)
    } catch (cause) {
      if (cause instanceof QueueFullError) throw new OutgoingError('too many previews wait', { cause })
      throw cause
    }
  }
}
