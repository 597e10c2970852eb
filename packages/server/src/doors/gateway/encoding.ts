import { GatewayOp } from '@guildhall/protocol'
import { packDispatchHead, packEtf, packSequence, unpackEtf } from './etf.ts'

/** How payloads are written on one connection. */
export interface Encoding {
  readonly name: 'json' | 'etf'
  readonly binary: boolean
  /** A dispatch up to its sequence number: shared by all sessions of this encoding. */
  dispatchHead(name: string, data: unknown): Buffer
  /** What follows the head, in latin1. */
  dispatchTail(seq: number): string
  encode(payload: unknown): Buffer
  /** Throws for what cannot be read. */
  decode(bytes: Buffer): unknown
}

const json: Encoding = {
  name: 'json',
  binary: false,
  dispatchHead: (name, data) =>
    Buffer.from(`{"t":${JSON.stringify(name)},"op":${GatewayOp.DISPATCH},"d":${JSON.stringify(data)},"s":`),
  dispatchTail: (seq) => `${seq}}`,
  encode: (payload) => Buffer.from(JSON.stringify(payload)),
  decode: (bytes) => JSON.parse(bytes.toString()) as unknown,
}

const etf: Encoding = {
  name: 'etf',
  binary: true,
  dispatchHead: packDispatchHead,
  dispatchTail: packSequence,
  encode: packEtf,
  decode: unpackEtf,
}

export const ENCODINGS: Readonly<Record<string, Encoding>> = { json, etf }

/** A dispatch, written at most once for each encoding that somebody needs. */
export class Dispatch {
  readonly #name: string
  readonly #data: unknown
  readonly #heads = new Map<Encoding, Buffer>()

  constructor(name: string, data: unknown) {
    this.#name = name
    this.#data = data
  }

  head(encoding: Encoding): Buffer {
    let head = this.#heads.get(encoding)
    if (!head) {
      head = encoding.dispatchHead(this.#name, this.#data)
      this.#heads.set(encoding, head)
    }
    return head
  }
}
