import { GatewayOp } from '@guildhall/protocol'
import { parseJson } from '../../validation/parse-json.ts'
import { packDispatchClosing, packDispatchHead, packDispatchOpening, packEtf, packSequence, unpackEtf } from './etf.ts'

/** Fields of a wire object. */
export type Fields = Record<string, unknown>

/** JSON or ETF. A dispatch ends with its sequence number, so that sessions can share all bytes before it. */
export interface Encoding {
  readonly name: 'json' | 'etf'
  readonly binary: boolean
  /** Encodes a dispatch up to its sequence number. */
  dispatchHead(name: string, data: unknown): Buffer
  /** Encodes the beginning of a dispatch whose last fields of `d` other dispatches share. */
  dispatchOpening(name: string, fields: Fields, closing: { fields: number }): Buffer
  /** Encodes these last fields. */
  dispatchClosing(fields: Fields): { bytes: Buffer; fields: number }
  /** Returns the text that follows the head, in latin1. */
  dispatchTail(seq: number): string
  encode(payload: unknown): Buffer
  /** Decodes a message of the server. @throws for invalid bytes */
  decode(bytes: Buffer): unknown
  /** Decodes a message of a client. @throws for invalid bytes, and in ETF for keys that are atoms */
  decodeReceived(bytes: Buffer): unknown
  /** Whether clients can have large payloads compressed one by one. */
  readonly hasPayloadCompression: boolean
}

const jsonStart = (name: string) => `{"t":${JSON.stringify(name)},"op":${GatewayOp.DISPATCH},"d":`

/** In a dispatch of two parts neither may be without fields: a comma stands between them. */
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
  decodeReceived: (bytes) => parseJson(bytes),
  hasPayloadCompression: true,
}

const etf: Encoding = {
  name: 'etf',
  binary: true,
  dispatchHead: packDispatchHead,
  dispatchOpening: (name, fields, closing) => packDispatchOpening(name, fields, closing.fields),
  dispatchClosing: packDispatchClosing,
  dispatchTail: packSequence,
  encode: packEtf,
  decode: (bytes) => unpackEtf(bytes),
  decodeReceived: (bytes) => unpackEtf(bytes, { atomKeys: false }),
  hasPayloadCompression: false,
}

/** Encodings by the name in the query of the gateway address. */
export const ENCODINGS: ReadonlyMap<string, Encoding> = new Map([
  ['json', json],
  ['etf', etf],
])
