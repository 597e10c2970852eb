import { constants, deflateRawSync } from 'node:zlib'
import type { Snowflake } from '@guildhall/protocol'
import type { Encoding } from './encoding.ts'

/** Bytes that are sent to many sessions. */
export class SharedBytes {
  readonly bytes: Buffer
  #deflated: Buffer | undefined

  constructor(bytes: Buffer) {
    // Small buffers are slices of a common slab. Keeping one would keep its whole slab.
    this.bytes = bytes.buffer.byteLength === bytes.length ? bytes : copyOf(bytes)
  }

  /** Deflate blocks without references to earlier data, so that every deflate stream can include them. Made once. */
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

/** Guild and channel, or lobby, of a dispatch. Resume sends it again only to sessions that still see them. */
export interface Scope {
  readonly guildId: Snowflake | null
  readonly channelId: Snowflake | null
  readonly lobbyId: Snowflake | null
}

/** Scope of dispatches that belong to no guild and no lobby. */
export const NO_SCOPE: Scope = { guildId: null, channelId: null, lobbyId: null }

/** Returns the scope of dispatches that every session in the guild may receive again. */
export const guildScope = (guildId: Snowflake): Scope => ({ guildId, channelId: null, lobbyId: null })

/** Returns the scope of dispatches that every session in the lobby may receive again. */
export const lobbyScope = (lobbyId: Snowflake): Scope => ({ guildId: null, channelId: null, lobbyId })

/** A dispatch in one encoding. It lacks only the sequence number, which stands at its end. */
export class EncodedDispatch {
  readonly parts: readonly SharedBytes[]
  readonly scope: Scope
  /** Name of the event, for the log; empty after a restart. */
  readonly name: string
  /** Sum of the bytes of the parts. */
  readonly length: number

  constructor(parts: readonly SharedBytes[], scope: Scope, name = '') {
    this.parts = parts
    this.scope = scope
    this.name = name
    let length = 0
    for (const part of parts) length += part.bytes.length
    this.length = length
  }
}

/** An event name with its wire object. It is encoded at most once per encoding. */
export class Dispatch {
  readonly #name: string
  readonly #present: () => unknown
  readonly #scope: Scope
  readonly #encoded = new Map<Encoding, EncodedDispatch>()

  /** @param present makes the wire object when the first session is sent it */
  constructor(name: string, present: () => unknown, scope: Scope = NO_SCOPE) {
    this.#name = name
    this.#present = present
    this.#scope = scope
  }

  /** Returns the dispatch in an encoding. */
  in(encoding: Encoding): EncodedDispatch {
    let encoded = this.#encoded.get(encoding)
    if (!encoded) {
      const head = new SharedBytes(encoding.dispatchHead(this.#name, this.#present()))
      encoded = new EncodedDispatch([head], this.#scope, this.#name)
      this.#encoded.set(encoding, encoded)
    }
    return encoded
  }
}
