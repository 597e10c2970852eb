import type { NodeMessages } from '../../kernel/node-messages.ts'
import { isSealed, type Secrets } from '../../kernel/store/secrets.ts'
import { MESSAGE_BYTES_MAX, type NodeChannel, type OpenChannel } from './node-channel.ts'
import { Senders } from './senders.ts'

/** First bytes of each message: the number of its form. Messages with events, and notices, have other ones. */
const HEAD = '[3]\n'
const HEAD_BYTES = new TextEncoder().encode(HEAD)
/** Place that the encryption is bound to. */
const PLACE = 'messages between nodes'

interface SealedMessagesParts {
  readonly secrets: Secrets
  /** Life of this node. */
  readonly sender: string
  readonly warn: (details: object, message: string) => void
  /** Returns the time of this machine. */
  readonly now?: () => number
}

/**
 * Messages of nodes on the channel of their events, encrypted under the key of stored secrets. A message that somebody
 * else has written is ignored, and so is one that somebody has sent again.
 */
export class SealedMessages implements NodeMessages {
  readonly #parts: SealedMessagesParts
  readonly #now: () => number
  readonly #listeners = new Map<string, (body: unknown, sender: string) => void>()
  readonly #senders: Senders
  readonly counts = { sent: 0, received: 0 }
  #channel: NodeChannel | null = null
  #sending: () => void = () => undefined
  #number = 0

  constructor(parts: SealedMessagesParts) {
    this.#parts = parts
    this.#now = parts.now ?? Date.now
    this.#senders = new Senders({ warn: parts.warn, now: this.#now })
  }

  /** Returns how to open the channel. Its other messages go to its other receiver. */
  over(open: OpenChannel): OpenChannel {
    return async (receive) => {
      const channel = await open((bytes) => {
        if (HEAD_BYTES.every((byte, at) => bytes[at] === byte)) this.#receive(bytes)
        else receive(bytes)
      })
      this.#channel = channel
      return channel
    }
  }

  get connected(): boolean {
    return this.#channel?.connected ?? false
  }

  /** Calls a function before each message, which sends what was to be sent before it. */
  onSend(sending: () => void): void {
    this.#sending = sending
  }

  send(kind: string, body: unknown): boolean {
    const channel = this.#channel
    if (!channel?.connected) return false
    this.#number += 1
    const { secrets, sender } = this.#parts
    const text = JSON.stringify([sender, this.#number, this.#now(), kind, body])
    const bytes = Buffer.from(HEAD + secrets.seal(text, PLACE))
    if (bytes.length > MESSAGE_BYTES_MAX) return false
    this.#sending()
    channel.send(bytes)
    this.counts.sent += 1
    return true
  }

  listen(kind: string, listener: (body: unknown, sender: string) => void): void {
    this.#listeners.set(kind, listener)
  }

  #receive(bytes: Uint8Array): void {
    try {
      const message = this.#open(bytes)
      if (!message) return
      this.counts.received += 1
      this.#listeners.get(message.kind)?.(message.body, message.sender)
    } catch (err) {
      this.#senders.refuse(err)
    }
  }

  /** Returns the message; null for one that was sent again, or is old. @throws for one that no node has written */
  #open(bytes: Uint8Array) {
    if (bytes.length > MESSAGE_BYTES_MAX) throw new Error('a message is too long')
    const sealed = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1', HEAD_BYTES.length)
    if (!isSealed(sealed)) throw new Error('a message is not encrypted')
    const text = this.#parts.secrets.open(sealed, PLACE)
    const [sender, number, sentAt, kind, body] = JSON.parse(text) as [string, number, number, string, unknown]
    return this.#senders.note(sender, number, sentAt) ? { sender, kind, body } : null
  }
}
