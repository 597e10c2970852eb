import type { WebSocket } from 'ws'

/** Bytes that a client may leave unread before its socket is closed. */
const BACKLOG_BYTES_MAX = 4 * 1024 * 1024

/** WebSocket of one client, for whole messages. */
export class VoiceSocket {
  readonly #webSocket: WebSocket

  constructor(webSocket: WebSocket) {
    this.#webSocket = webSocket
  }

  get open(): boolean {
    return this.#webSocket.readyState === this.#webSocket.OPEN
  }

  /** Sends a JSON text message. */
  sendJson(message: object): void {
    this.send(Buffer.from(JSON.stringify(message)), false)
  }

  /** Sends bytes. A client that does not read is disconnected. */
  send(bytes: Buffer, binary: boolean): void {
    if (!this.open) return
    if (this.#webSocket.bufferedAmount > BACKLOG_BYTES_MAX) return this.#webSocket.terminate()
    // Without a callback, an error of the write would be thrown. 'close' follows.
    this.#webSocket.send(bytes, { binary }, () => undefined)
  }

  close(code: number, reason: string): void {
    this.#webSocket.close(code, reason)
  }

  /** Closes without a close frame. */
  terminate(): void {
    this.#webSocket.terminate()
  }
}
