import { constants, deflateRawSync } from 'node:zlib'
import type { Snowflake } from '@guildhall/protocol'
import type { Encoding } from './encoding.ts'

/** Bytes that many sessions are sent. */
export class Part {
  readonly bytes: Buffer
  #deflated: Buffer | undefined

  constructor(bytes: Buffer) {
    // Small buffers are cut from a common slab, and one that is kept would keep its whole slab.
    this.bytes = bytes.buffer.byteLength === bytes.length ? bytes : copyOf(bytes)
  }

  /** As deflate blocks that refer to nothing before them, so that any deflate stream can take them in: made once for all. */
  get deflated(): Buffer {
    this.#deflated ??= deflateRawSync(this.bytes, { finishFlush: constants.Z_SYNC_FLUSH })
    return this.#deflated
  }
}

function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length)
  bytes.copy(copy)
  return copy
}

/** Where a dispatch belongs: what a session must still be in, or see, when it is sent again. */
export interface Place {
  readonly guildId: Snowflake | null
  readonly channelId: Snowflake | null
}

export const NOWHERE: Place = { guildId: null, channelId: null }
export const inGuild = (guildId: Snowflake): Place => ({ guildId, channelId: null })

/** A dispatch in one encoding, whole but for the sequence number at its end. */
export class Payload {
  readonly parts: readonly Part[]
  readonly place: Place
  /** Name of the event, for the log; empty where it is not known any more. */
  readonly name: string
  /** Bytes of the parts. */
  readonly length: number

  constructor(parts: readonly Part[], place: Place, name = '') {
    this.parts = parts
    this.place = place
    this.name = name
    let length = 0
    for (const part of parts) length += part.bytes.length
    this.length = length
  }
}

/** A dispatch, written at most once for each encoding that somebody needs. */
export class Dispatch {
  readonly #name: string
  readonly #data: unknown
  readonly #place: Place
  readonly #payloads = new Map<Encoding, Payload>()

  constructor(name: string, data: unknown, place: Place = NOWHERE) {
    this.#name = name
    this.#data = data
    this.#place = place
  }

  in(encoding: Encoding): Payload {
    let payload = this.#payloads.get(encoding)
    if (!payload) {
      payload = new Payload([new Part(encoding.dispatchHead(this.#name, this.#data))], this.#place, this.#name)
      this.#payloads.set(encoding, payload)
    }
    return payload
  }
}
