import type { DtlsRecord } from './records.ts'

/** Types of handshake messages (RFC 5246). */
export const HandshakeType = {
  CLIENT_HELLO: 1,
  SERVER_HELLO: 2,
  CERTIFICATE: 11,
  SERVER_KEY_EXCHANGE: 12,
  CERTIFICATE_REQUEST: 13,
  SERVER_HELLO_DONE: 14,
  CERTIFICATE_VERIFY: 15,
  CLIENT_KEY_EXCHANGE: 16,
  FINISHED: 20,
} as const

const HEADER_BYTES = 12
/** A ClientHello with post-quantum keys has some 1,400 bytes, a certificate fewer than 2,000. */
const MESSAGE_BYTES_MAX = 8_192
/** Messages ahead of the next one that are put together: the second flight of a client has four. */
const AHEAD_MAX = 4
/** Content of a record, so that it fits into a datagram on any path. */
const FRAGMENT_BYTES_MAX = 1_100

/** A whole handshake message. */
export interface HandshakeMessage {
  readonly type: number
  /** Place in the messages of its side, from 0 on. */
  readonly sequence: number
  readonly body: Buffer
}

/** Returns a message as the transcript has it: in one fragment. */
export function wholeMessage(message: HandshakeMessage): Buffer {
  return fragment(message, 0, message.body.length)
}

/** Returns the contents of the records that carry a message. */
export function fragmentsOf(message: HandshakeMessage): Buffer[] {
  const fragments: Buffer[] = []
  let at = 0
  do {
    const length = Math.min(FRAGMENT_BYTES_MAX, message.body.length - at)
    fragments.push(fragment(message, at, length))
    at += length
  } while (at < message.body.length)
  return fragments
}

function fragment({ type, sequence, body }: HandshakeMessage, from: number, length: number): Buffer {
  const content = Buffer.allocUnsafe(HEADER_BYTES + length)
  content.writeUInt8(type, 0)
  content.writeUIntBE(body.length, 1, 3)
  content.writeUInt16BE(sequence, 4)
  content.writeUIntBE(from, 6, 3)
  content.writeUIntBE(length, 9, 3)
  content.set(body.subarray(from, from + length), HEADER_BYTES)
  return content
}

/** A message of which fragments have come. */
interface Partial {
  readonly type: number
  readonly body: Buffer
  /** Ranges that have come, in order and apart from each other. */
  ranges: [number, number][]
}

/** Puts handshake messages together from fragments in any order, and gives them in the order of their numbers. */
export class Reassembly {
  readonly #partial = new Map<number, Partial>()
  #next = 0

  /** Number of the next message. Fragments of earlier ones are repetitions. */
  get next(): number {
    return this.#next
  }

  /**
   * Takes the content of a handshake record. Malformed and too large fragments are left out, and so is a Finished
   * message that was not encrypted, or another one that was, and a first message that is no ClientHello.
   */
  add(content: DtlsRecord['content'], encrypted: boolean): void {
    for (let at = 0; at + HEADER_BYTES <= content.length; ) {
      const length = content.readUIntBE(at + 1, 3)
      const sequence = content.readUInt16BE(at + 4)
      const from = content.readUIntBE(at + 6, 3)
      const size = content.readUIntBE(at + 9, 3)
      const start = at + HEADER_BYTES
      at = start + size
      if (at > content.length || from + size > length || length > MESSAGE_BYTES_MAX) return
      // The first flight of a client is its ClientHello alone.
      const ahead = this.#next === 0 ? 1 : AHEAD_MAX
      if (sequence < this.#next || sequence >= this.#next + ahead) continue
      const type = content.readUInt8(start - HEADER_BYTES)
      if ((type === HandshakeType.FINISHED) !== encrypted) continue
      if ((type === HandshakeType.CLIENT_HELLO) !== (sequence === 0)) continue
      this.#put(sequence, { type, length, from, bytes: content.subarray(start, at) })
    }
  }

  #put(sequence: number, part: { type: number; length: number; from: number; bytes: Buffer }): void {
    let partial = this.#partial.get(sequence)
    if (!partial) {
      partial = { type: part.type, body: Buffer.alloc(part.length), ranges: [] }
      this.#partial.set(sequence, partial)
    }
    if (partial.type !== part.type || partial.body.length !== part.length) return
    partial.body.set(part.bytes, part.from)
    partial.ranges = merged([...partial.ranges, [part.from, part.from + part.bytes.length]])
  }

  /** Returns the next message once it is whole. */
  take(): HandshakeMessage | undefined {
    const partial = this.#partial.get(this.#next)
    const [first] = partial?.ranges ?? []
    if (!partial || first?.[0] !== 0 || first[1] !== partial.body.length) return undefined
    this.#partial.delete(this.#next)
    this.#next += 1
    return { type: partial.type, sequence: this.#next - 1, body: partial.body }
  }
}

/** Returns the same ranges in order, those that touch each other as one. */
function merged(ranges: [number, number][]): [number, number][] {
  const result: [number, number][] = []
  for (const [from, to] of ranges.sort(([a], [b]) => a - b)) {
    const last = result.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else result.push([from, to])
  }
  return result
}
