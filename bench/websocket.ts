/** The part of RFC 6455 that a bare server and a lean client need. */
import { createHash } from 'node:crypto'

const KEY = 'dGhlIHNhbXBsZSBub25jZQ=='

export function upgradeRequest(host: string, path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: ${KEY}\r\nSec-WebSocket-Version: 13\r\n\r\n`
}

/** Returns the response to an upgrade request, or undefined while it is incomplete. */
export function upgradeAnswer(request: string): string | undefined {
  if (!request.includes('\r\n\r\n')) return undefined
  const key = /^sec-websocket-key: *(\S+)/im.exec(request)?.[1] ?? ''
  const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
  return `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`
}

/** Returns a client's text frame. Its mask is zero, which is a valid mask and costs nothing. */
export function clientFrame(text: string): Buffer {
  return frame(text, 0x80, Buffer.alloc(4))
}

export function serverFrame(text: string): Buffer {
  return frame(text, 0, Buffer.alloc(0))
}

export function binaryFrame(payload: Buffer): Buffer {
  return Buffer.concat([headOf(0x82, payload.length, 0), payload])
}

function frame(text: string, maskBit: number, mask: Buffer): Buffer {
  const payload = Buffer.from(text)
  return Buffer.concat([headOf(0x81, payload.length, maskBit), mask, payload])
}

function headOf(first: number, length: number, maskBit: number): Buffer {
  if (length < 126) return Buffer.of(first, maskBit | length)
  return Buffer.of(first, maskBit | 126, length >> 8, length & 255)
}

export const Opcode = { TEXT: 1, BINARY: 2, CLOSE: 8, PING: 9 } as const

export interface FrameHead {
  opcode: number
  sizeBytes: number
  headBytes: number
}

/** Returns the head of a server's frame at `at`, or undefined while it is incomplete. */
export function frameHead(bytes: Buffer, at: number, end: number): FrameHead | undefined {
  if (end - at < 2) return undefined
  const opcode = bytes.readUInt8(at) & 15
  const short = bytes.readUInt8(at + 1) & 127
  if (short < 126) return { opcode, sizeBytes: short, headBytes: 2 }
  if (short === 126) return end - at < 4 ? undefined : { opcode, sizeBytes: bytes.readUInt16BE(at + 2), headBytes: 4 }
  return end - at < 10 ? undefined : { opcode, sizeBytes: Number(bytes.readBigUInt64BE(at + 2)), headBytes: 10 }
}
