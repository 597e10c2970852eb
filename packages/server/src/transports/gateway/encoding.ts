import { GatewayOp } from '@guildhall/protocol'
import { parseJson } from '../../validation/parse-json.ts'
import { packDispatchClosing, packDispatchHead, packDispatchOpening, packEtf, packSequence, unpackEtf } from './etf.ts'

export type Fields = Record<string, unknown>

/** How payloads are written on one connection. A dispatch ends in its sequence number, so that all before it can be shared. */
export interface Encoding {
  readonly name: 'json' | 'etf'
  readonly binary: boolean
  /** A dispatch up to its sequence number. */
  dispatchHead(name: string, data: unknown): Buffer
  /** The same where the last fields of `d` are shared by more dispatches than this one. */
  dispatchOpening(name: string, fields: Fields, closing: { fields: number }): Buffer
  dispatchClosing(fields: Fields): { bytes: Buffer; fields: number }
  /** What follows the head, in latin1. */
  dispatchTail(seq: number): string
  encode(payload: unknown): Buffer
  /** Throws for what cannot be read. */
  decode(bytes: Buffer): unknown
}

const jsonStart = (name: string) => `{"t":${JSON.stringify(name)},"op":${GatewayOp.DISPATCH},"d":`

/** Neither half may be empty: a lone comma would be left. */
const json: Encoding = {
  name: 'json',
  binary: false,
  dispatchHead: (name, data) => Buffer.from(`${jsonStart(name)}${JSON.stringify(data)},"s":`),
  dispatchOpening: (name, fields) => Buffer.from(`${jsonStart(name)}${JSON.stringify(fields).slice(0, -1)},`),
  dispatchClosing(fields) {
    return { bytes: Buffer.from(`${JSON.stringify(fields).slice(1)},"s":`), fields: Object.keys(fields).length }
  },
  dispatchTail: (seq) => `${seq}}`,
  encode: (payload) => Buffer.from(JSON.stringify(payload)),
  decode: (bytes) => parseJson(bytes),
}

const etf: Encoding = {
  name: 'etf',
  binary: true,
  dispatchHead: packDispatchHead,
  dispatchOpening: (name, fields, closing) => packDispatchOpening(name, fields, closing.fields),
  dispatchClosing: packDispatchClosing,
  dispatchTail: packSequence,
  encode: packEtf,
  decode: unpackEtf,
}

/** By the name that a connection asks for. */
export const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  ['json', json],
  ['etf', etf],
])
