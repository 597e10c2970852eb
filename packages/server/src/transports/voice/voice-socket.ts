import type { WebSocket } from 'ws'
import type { Clock } from '../../kernel/clock.ts'

/** Bytes that a client may leave unread before its socket is closed. */
const BACKLOG_BYTES_MAX = 4 * 1024 * 1024

/** Time in which a client responds to a ping. WebSocket libraries do that by themselves. */
const PONG_MS = 5_000

/** WebSocket of one client, for whole messages. */
export class VoiceSocket {
  readonly #webSocket: WebSocket
  /** The check under way, which further ones share. */
  #check: Promise<boolean> | null = null

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

  /** Returns whether the client responds to a ping in time. The socket of one that does not is closed. */
  responds(wallClock: Clock): Promise<boolean> {
    if (!this.open) return Promise.resolve(false)
    this.#check ??= this.#ping(wallClock).finally(() => {
      this.#check = null
    })
    return this.#check
  }

  #ping(wallClock: Clock): Promise<boolean> {
    const webSocket = this.#webSocket
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const pong = () => resolve(true)
    const closed = () => resolve(false)
    const cancel = wallClock.at(wallClock.now() + PONG_MS, () => {
      // Its client may be on a network that is gone, of which TCP learns much later.
      webSocket.terminate()
      resolve(false)
    })
    webSocket.once('pong', pong).once('close', closed)
    webSocket.ping(undefined, false, () => undefined)
    return promise.finally(() => {
      cancel()
      webSocket.off('pong', pong).off('close', closed)
    })
  }

  close(code: number, reason: string): void {
    this.#webSocket.close(code, reason)
  }

  /** Closes without a close frame. */
  terminate(): void {
    this.#webSocket.terminate()
  }
}
