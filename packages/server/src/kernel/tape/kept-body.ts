import { hideInJson, hideInPartialJson } from './hide.ts'

/** Bytes of a body that are kept. */
export const BODY_BYTES_MAX = 64 * 1024

/** A part of a multipart body. Its contents are not kept. */
export interface KeptPart {
  readonly name: string
  readonly filename: string
  readonly bytes: number
}

/**
 * A body as it was sent, or its beginning. The bytes are kept as a latin1 text, which needs less memory than a buffer
 * and keeps no larger buffer alive.
 */
export class KeptBody {
  readonly #latin1: string
  readonly #type: string
  readonly #parts: readonly KeptPart[]
  /** Size of the whole body. */
  readonly bytes: number

  constructor(bytes: Buffer, type: string, size = bytes.length, parts: readonly KeptPart[] = []) {
    this.#latin1 = isText(type) ? bytes.toString('latin1', 0, BODY_BYTES_MAX) : ''
    this.#type = type
    this.#parts = parts
    this.bytes = size
  }

  get keptBytes(): number {
    const names = this.#parts.reduce((sum, { name, filename }) => sum + name.length + filename.length, 0)
    return this.#latin1.length + this.#parts.length * 100 + names
  }

  /** Returns the body as JSON shows it; credentials are replaced. */
  present(): PresentedBody {
    const { bytes } = this
    const isCut = isText(this.#type) && this.#parts.length === 0 && this.#latin1.length < bytes
    return {
      body: this.#shown(isCut),
      body_bytes: bytes,
      ...(isCut && { body_cut: true }),
      ...(this.#parts.length > 0 && { body_parts: this.#parts }),
    }
  }

  #shown(isCut: boolean): unknown {
    if (this.#latin1 === '') return null
    const text = Buffer.from(this.#latin1, 'latin1').toString()
    // Some clients send JSON with another type.
    if (isCut || !/json/i.test(this.#type)) return hideInPartialJson(text)
    try {
      return hideInJson(JSON.parse(text))
    } catch {
      return hideInPartialJson(text)
    }
  }
}

/** A body in the details of a record. */
export interface PresentedBody {
  /** JSON, or text for other types and for a body that was cut; null for none and for binary data. */
  readonly body: unknown
  readonly body_bytes: number
  /** Whether `body` is only the beginning. */
  readonly body_cut?: boolean
  /** Files of a multipart body. */
  readonly body_parts?: readonly KeptPart[]
}

/** A body of no bytes. */
export const NO_BODY = new KeptBody(Buffer.alloc(0), '')

function isText(type: string): boolean {
  return /json|^text\/|x-www-form-urlencoded|^multipart\//i.test(type)
}
