import { hideInJson } from '../kernel/tape/hide.ts'
import type { TapeEntry, TapeFacts } from '../kernel/tape/record.ts'
import type { Tape } from '../kernel/tape/tape.ts'

/** Memory of an object for each character of its JSON, at most. */
const BYTES_PER_CHARACTER = 4
/** Counted for a message that is nested too deeply to be written out. */
const MESSAGE_BYTES_MAX = 1024 * 1024

/** Records the messages between games and the local client of a person, while the tape is on. */
export function tapeRpc(tape: Tape, person: () => string) {
  return (direction: 'in' | 'out', message: unknown, application: { readonly id: string }): void => {
    if (tape.recording)
      tape.add(new RpcMessage(direction, message, { userId: person(), applicationId: application.id }))
  }
}

/** A command or a response, or an event of a subscription. */
class RpcMessage implements TapeEntry {
  readonly kind = 'rpc'
  readonly keptBytes: number
  readonly #bytes: number
  readonly #direction: 'in' | 'out'
  readonly #message: Readonly<Record<string, unknown>>
  readonly #ids: { readonly userId: string; readonly applicationId: string }

  constructor(direction: 'in' | 'out', message: unknown, ids: { userId: string; applicationId: string }) {
    this.#direction = direction
    this.#message = typeof message === 'object' && message !== null ? { ...message } : {}
    this.#ids = ids
    this.#bytes = sizeOf(this.#message)
    this.keptBytes = this.#bytes * BYTES_PER_CHARACTER
  }

  facts(): TapeFacts {
    const { cmd, evt } = this.#message
    return {
      title: `${textOf(cmd) ?? 'no command'} ${textOf(evt) ?? ''}`.trimEnd(),
      direction: this.#direction,
      applicationId: idOf(this.#ids.applicationId),
      guildId: null,
      userId: idOf(this.#ids.userId),
      sessionId: null,
      status: null,
      durationMs: null,
      bytes: this.#bytes,
    }
  }

  details() {
    const { cmd, evt, nonce, args, data } = this.#message
    return {
      cmd: textOf(cmd),
      evt: textOf(evt),
      nonce: textOf(nonce),
      payload: hideInJson(this.#direction === 'in' ? args : data) ?? null,
    }
  }
}

function sizeOf(message: object): number {
  try {
    return JSON.stringify(message).length
  } catch {
    return MESSAGE_BYTES_MAX
  }
}

/** Longest name of a command or event that is shown. Games send any text. */
const NAME_MAX = 100

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value.slice(0, NAME_MAX) : null
}

function idOf(text: string): bigint | null {
  return /^\d{1,20}$/.test(text) ? BigInt(text) : null
}
