import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

/** Value of the `Via` header of every response. discord.py takes a 429 without that header for a ban of its address. */
export const VIA = '1.1 guildhall'

/** Writes a whole response to a socket that the HTTP server does not serve (any more), and closes the socket. */
export function endWithResponse(
  socket: Duplex,
  status: number,
  { headers = {}, body = '' }: { headers?: Readonly<Record<string, string>>; body?: string } = {},
): void {
  // Nothing else listens to a socket that was upgraded: a reset without a listener would end the process.
  socket.on('error', () => socket.destroy())
  // A client that never closes its half must not keep the handle.
  socket.once('finish', () => socket.destroy())
  const all = { ...headers, Via: VIA, 'Content-Length': String(Buffer.byteLength(body)), Connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
