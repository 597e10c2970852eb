import type { Bytes } from './mls/codec.ts'

/** Message of the voice server about the group, checked. */
export type DaveMessage =
  | { readonly op: 4; readonly version: number }
  | { readonly op: 11; readonly users: readonly string[] }
  | { readonly op: 13; readonly user: string }
  | { readonly op: 21; readonly id: number; readonly version: number }
  | { readonly op: 22; readonly id: number }
  | { readonly op: 24; readonly epoch: number; readonly version: number }
  | { readonly op: 25 | 27; readonly payload: Bytes }
  | { readonly op: 29 | 30; readonly id: number; readonly payload: Bytes }

/** Longest binary message. The server accepts commits of 256 KiB. */
const BYTES_MAX = 1024 * 1024
const USERS_MAX = 1024
const USER_BYTES = 64
const USER = /^\d{1,20}$/

/** Returns the bytes that a message takes while it waits. */
export function sizeOf(message: DaveMessage): number {
  if (message.op === 11) return message.users.length * USER_BYTES
  return 'payload' in message ? message.payload.length : 0
}

/** Returns a message from the data of an opcode; undefined for other opcodes, and for data that is not theirs. */
export function messageOf(op: number, data: unknown): DaveMessage | undefined {
  return data instanceof Uint8Array ? binaryOf(op, data as Bytes) : jsonOf(op, data)
}

function binaryOf(op: number, bytes: Bytes): DaveMessage | undefined {
  if (bytes.length > BYTES_MAX) return undefined
  // A copy: what is kept are views of the message, and the caller may use its buffer again.
  const payload = new Uint8Array(bytes)
  if (op === 25 || op === 27) return { op, payload }
  if ((op !== 29 && op !== 30) || payload.length < 2) return undefined
  return { op, id: (payload[0] ?? 0) * 256 + (payload[1] ?? 0), payload: payload.subarray(2) }
}

function jsonOf(op: number, data: unknown): DaveMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined
  const d = data as Record<string, unknown>
  const [id, version, epoch] = [d.transition_id, d.protocol_version, d.epoch].map(count)
  switch (op) {
    case 4: {
      const started = count(d.dave_protocol_version ?? 0)
      return started === undefined ? undefined : { op, version: started }
    }
    case 11:
      return { op, users: Array.isArray(d.user_ids) ? d.user_ids.filter(isUser).slice(0, USERS_MAX) : [] }
    case 13:
      return isUser(d.user_id) ? { op, user: d.user_id } : undefined
    case 21:
      return id === undefined || version === undefined ? undefined : { op, id, version }
    case 22:
      return id === undefined ? undefined : { op, id }
    case 24:
      return epoch === undefined || version === undefined ? undefined : { op, epoch, version }
    default:
      return undefined
  }
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : undefined
}

function isUser(value: unknown): value is string {
  return typeof value === 'string' && USER.test(value)
}
