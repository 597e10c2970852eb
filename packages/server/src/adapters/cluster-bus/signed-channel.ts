import { timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../kernel/store/secrets.ts'
import { MESSAGE_BYTES_MAX, type NodeChannel, type OpenChannel, type PeerChannel } from './node-channel.ts'
import { Senders } from './senders.ts'

/** First bytes of each message: the number of its form. */
const HEAD = Buffer.from('[5]\n')
const SIGNATURE_BYTES = 32
const SIGNED_AT = HEAD.length + SIGNATURE_BYTES
/** Longest line with sender, number and time. */
const LINE_MAX = 512
const PURPOSE = 'signatures of messages between nodes'
const LINE_END = 0x0a
/** An empty message says that its sender is there. */
const HELLO = new Uint8Array()
const HELLO_MS = 5_000
/** Time after which a node that was not heard of is no longer there. */
const PEERS_MS = 15_000

interface SignedChannelParts {
  readonly secrets: Secrets
  /** Life of this node. */
  readonly sender: string
  readonly warn: (details: object, message: string) => void
  /** Returns the time of this machine. */
  readonly now?: () => number
}

/** Signs the messages of this node, and knows those of others. */
class Signatures {
  readonly #signature: (content: Uint8Array) => Buffer
  readonly #sender: string
  readonly #now: () => number
  readonly #senders: Senders
  #number = 0

  constructor({ secrets, sender, warn, now = Date.now }: SignedChannelParts) {
    this.#signature = secrets.signer(PURPOSE)
    this.#sender = sender
    this.#now = now
    this.#senders = new Senders({ warn, now })
  }

  sign(message: Uint8Array): Buffer {
    this.#number += 1
    const line = `${JSON.stringify([this.#sender, this.#number, this.#now()])}\n`
    const content = Buffer.concat([Buffer.from(line), message])
    return Buffer.concat([HEAD, this.#signature(content), content])
  }

  /** Returns the message, and whether its sender is new; null for one of nobody, a repeated one and an old one. */
  open(bytes: Uint8Array): { readonly message: Buffer; readonly isNew: boolean } | null {
    try {
      return this.#verify(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    } catch (err) {
      this.#senders.refuse(err)
      return null
    }
  }

  #verify(bytes: Buffer) {
    if (bytes.length > SIGNED_AT + LINE_MAX + MESSAGE_BYTES_MAX) throw new Error('a message is too long')
    if (bytes.length < SIGNED_AT || !HEAD.equals(bytes.subarray(0, HEAD.length)))
      throw new Error('a message is not signed')
    const content = bytes.subarray(SIGNED_AT)
    if (!timingSafeEqual(this.#signature(content), bytes.subarray(HEAD.length, SIGNED_AT)))
      throw new Error('a message is not the one that was signed')
    const end = content.indexOf(LINE_END)
    const [from, count, sentAt] = JSON.parse(content.toString('utf8', 0, end)) as [string, number, number]
    const isNew = !this.#senders.has(from)
    return this.#senders.note(from, count, sentAt) ? { message: content.subarray(end + 1), isNew } : null
  }
}

/**
 * Returns how to open a channel that passes on only what nodes with the same key have sent, each message once. A
 * signature under the key of stored secrets precedes a line with the sender, a number and the time, and the message:
 * nobody without the key can change a message, send one again or invent one. Nodes tell each other that they are there.
 */
export function signedChannel(open: OpenChannel, parts: SignedChannelParts): OpenChannel<PeerChannel> {
  const { now = Date.now } = parts
  const signatures = new Signatures(parts)
  let heardAt = Number.NEGATIVE_INFINITY
  let channel: NodeChannel | null = null

  function send(message: Uint8Array): void {
    if (channel?.connected) channel.send(signatures.sign(message))
  }

  return async (receive) => {
    const opened = await open((bytes) => {
      const found = signatures.open(bytes)
      if (found === null) return
      heardAt = now()
      if (found.isNew) send(HELLO)
      if (found.message.length > 0) receive(found.message)
    })
    channel = opened
    send(HELLO)
    const greeting = setInterval(() => send(HELLO), HELLO_MS).unref()
    return {
      get connected() {
        return opened.connected
      },
      get hasPeers() {
        return now() - heardAt < PEERS_MS
      },
      send,
      close() {
        clearInterval(greeting)
        return opened.close()
      },
    }
  }
}
