import type { WebSocket } from 'ws'
import type { Clock } from '../../kernel/clock.ts'
import type { VoiceTape } from './voice-tape.ts'

/** Bytes that a client may leave unread before its socket is closed. */
const BACKLOG_BYTES_MAX = 4 * 1024 * 1024

/** Time in which a client responds to a ping. WebSocket libraries do that by themselves. */
const PONG_MS = 5_000
const ROUND_TRIP_MAX_MS = 1_000

/** WebSocket of one client, for whole messages. */
export class VoiceSocket {
  readonly #webSocket: WebSocket
  readonly tape: VoiceTape
  /** The check under way, which further ones share. */
  #check: Promise<boolean> | null = null

  constructor(webSocket: WebSocket, tape: VoiceTape) {
    this.#webSocket = webSocket
    this.tape = tape
    webSocket.once('close', (code, reason) => tape.closed('in', code, reason.toString()))
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
    this.tape.message('out', bytes, binary)
    // Without a callback, an error of the write would be thrown. 'close' follows.
    this.#webSocket.send(bytes, { binary }, () => undefined)
  }

  /** Returns the time to the client and back, in ms; null without a response in a second. */
  async roundTripMs(): Promise<number | null> {
    if (!this.open) return null
    const webSocket = this.#webSocket
    const { promise, resolve } = Promise.withResolvers<number | null>()
    const sentAt = performance.now()
    const pong = () => resolve(Math.round(performance.now() - sentAt))
    const timer = setTimeout(() => resolve(null), ROUND_TRIP_MAX_MS)
    webSocket.once('pong', pong)
    webSocket.ping(undefined, false, () => undefined)
    try {
      return await promise
    } finally {
      clearTimeout(timer)
      webSocket.off('pong', pong)
    }
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
    if (this.open) this.tape.closed('out', code, reason)
    this.#webSocket.close(code, reason)
  }

  /** Closes without a close frame. */
  terminate(): void {
    this.#webSocket.terminate()
  }
}
