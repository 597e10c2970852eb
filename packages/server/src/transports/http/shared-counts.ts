import type { Instant } from '@guildhall/protocol'
import type { NodeMessages } from '../../kernel/node-messages.ts'

/** Kind of the messages. */
const KIND = 'counted'
/** Windows that one message names. */
const WINDOWS_MAX = 2_000
/** Longest key, as `RateLimits` shortens it. */
const KEY_MAX = 200
/** Requests of one window that a message can name. */
const COUNT_MAX = 1_000_000

/** Requests that were counted in a window. */
export interface WindowCount {
  readonly key: string
  readonly resetAt: Instant
  readonly count: number
}

/**
 * Tells other nodes of requests that were counted here: those that were admitted together in one message, which is sent
 * before their responses. A lost message makes a limit looser and does nothing else.
 */
export class SharedCounts {
  readonly #messages: NodeMessages
  #counted = new Map<string, { resetAt: Instant; count: number }>()

  /** @param add receives what another node has counted */
  constructor(messages: NodeMessages, add: (window: WindowCount) => void) {
    this.#messages = messages
    messages.listen(KIND, (body) => {
      for (const window of readCounts(body)) add(window)
    })
  }

  /** Notes a request that was counted in the window that ends at `resetAt`. */
  counted(key: string, resetAt: Instant): void {
    if (this.#counted.size === 0) queueMicrotask(() => this.#send())
    const known = this.#counted.get(key)
    if (known?.resetAt === resetAt) known.count += 1
    else this.#counted.set(key, { resetAt, count: 1 })
  }

  #send(): void {
    const windows = [...this.#counted].map(([key, { resetAt, count }]) => [key, resetAt, count])
    this.#counted = new Map()
    for (let at = 0; at < windows.length; at += WINDOWS_MAX)
      this.#messages.send(KIND, windows.slice(at, at + WINDOWS_MAX))
  }
}

/** Returns the windows of a message; none for a message that has anything else. */
export function readCounts(body: unknown): WindowCount[] {
  if (!Array.isArray(body) || body.length > WINDOWS_MAX) return []
  const windows: WindowCount[] = []
  for (const part of body) {
    if (!Array.isArray(part)) return []
    const [key, resetAt, count] = part as [unknown, unknown, unknown]
    if (typeof key !== 'string' || key.length > KEY_MAX) return []
    if (!Number.isSafeInteger(resetAt) || !Number.isSafeInteger(count)) return []
    const window = { key, resetAt: resetAt as Instant, count: count as number }
    if (window.count < 1 || window.count > COUNT_MAX) return []
    windows.push(window)
  }
  return windows
}
