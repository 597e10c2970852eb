import { hash } from 'node:crypto'
import { isSealed, type Secrets } from '../../kernel/store/secrets.ts'
import { MESSAGE_BYTES_MAX, type OpenChannel } from './node-channel.ts'
import { Senders } from './senders.ts'

/** First bytes of each message: the number of its form. */
const HEAD = Buffer.from('[4]\n')
/** Longest line with sender, number, time and digest, encrypted. */
const SIGNATURE_MAX = 512
/** Place that the encryption is bound to. */
const PLACE = 'signatures of messages between nodes'
const LINE_END = 0x0a

interface SignedChannelParts {
  readonly secrets: Secrets
  /** Life of this node. */
  readonly sender: string
  readonly warn: (details: object, message: string) => void
  /** Returns the time of this machine. */
  readonly now?: () => number
}

/**
 * Returns how to open a channel that passes on only what nodes with the same key have sent, each message once. A line
 * before the message has the sender, a number, the time and a digest of the message, encrypted under the key of stored
 * secrets: nobody without it can change a message, send one again or invent one.
 */
export function signedChannel(open: OpenChannel, { now = Date.now, ...parts }: SignedChannelParts): OpenChannel {
  const { secrets, sender } = parts
  const senders = new Senders({ warn: parts.warn, now })
  let number = 0

  function sign(message: Uint8Array): Buffer {
    number += 1
    const line = secrets.seal(JSON.stringify([sender, number, now(), digestOf(message)]), PLACE)
    return Buffer.concat([HEAD, Buffer.from(`${line}\n`), message])
  }

  /** Returns the message; null for one that was sent again, or is old. @throws for one that no node has written */
  function verify(given: Uint8Array): Buffer | null {
    const bytes = Buffer.from(given.buffer, given.byteOffset, given.length)
    if (bytes.length > HEAD.length + SIGNATURE_MAX + MESSAGE_BYTES_MAX) throw new Error('a message is too long')
    const end = bytes.subarray(0, HEAD.length + SIGNATURE_MAX).indexOf(LINE_END, HEAD.length)
    const line = bytes.toString('latin1', HEAD.length, Math.max(end, HEAD.length))
    if (end < 0 || !HEAD.equals(bytes.subarray(0, HEAD.length)) || !isSealed(line))
      throw new Error('a message is not signed')
    const [from, count, sentAt, digest] = JSON.parse(secrets.open(line, PLACE)) as [string, number, number, string]
    const message = bytes.subarray(end + 1)
    if (digestOf(message) !== digest) throw new Error('a message is not the one that was signed')
    return senders.note(from, count, sentAt) ? message : null
  }

  return async (receive) => {
    const channel = await open((bytes) => {
      let message: Buffer | null = null
      try {
        message = verify(bytes)
      } catch (err) {
        senders.refuse(err)
      }
      if (message !== null) receive(message)
    })
    return {
      get connected() {
        return channel.connected
      },
      send(message) {
        if (channel.connected) channel.send(sign(message))
      },
      close: () => channel.close(),
    }
  }
}

const digestOf = (message: Uint8Array): string => hash('sha256', message, 'base64url')
