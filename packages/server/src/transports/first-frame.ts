/**
 * Delay of the first frame after the upgrade response. Some clients (discordrb) drop bytes that they read together with
 * the response. On loopback both would arrive at once; the public platform's network keeps them apart. With eight busy
 * processes per core, 20 ms were too short for 3 of 60 connections, 50 ms for 1, and 100 ms for none.
 */
const DELAY_MS = 50

/** The frame that a server sends first on a WebSocket, in a later segment than the upgrade response. */
export class FirstFrame {
  #write: (() => void) | null
  readonly #timer: NodeJS.Timeout

  /** @param write writes the frame; called once at most */
  constructor(write: () => void) {
    this.#write = write
    // Not by a clock that tests and developers move: the delay is for the network.
    this.#timer = setTimeout(() => this.send(), DELAY_MS)
  }

  /** Writes the frame now unless it was written. A client that has sent a message has read the upgrade response. */
  send(): void {
    const write = this.#write
    this.cancel()
    write?.()
  }

  /** Drops the frame if it was not written. Called when the socket was closed. */
  cancel(): void {
    this.#write = null
    clearTimeout(this.#timer)
  }
}
