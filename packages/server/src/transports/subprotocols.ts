import type { IncomingMessage } from 'node:http'

/**
 * Removes the subprotocols that a client offers. The gateway and the voice gateway have none, and the handshake refuses
 * offers that are no tokens: the C library concord sends `(null)`.
 */
export function ignoreSubprotocols(request: IncomingMessage): void {
  delete request.headers['sec-websocket-protocol']
}
