/**
 * The frame that a server sends first on a WebSocket, in a later turn of the event loop than the upgrade response.
 *
 * Some clients (discordrb) drop the bytes that they read together with the response. A write in a later turn is a TLS
 * record, and mostly a segment, apart from it. On plain loopback a busy client can still read both at once. No client
 * waits for that here: the front of `guildhall run` keeps them apart for such programs (run/forward.ts).
 */
export class FirstFrame {
  #write: (() => void) | null
  readonly #turn: NodeJS.Immediate

  /** @param write writes the frame; called once at most */
  constructor(write: () => void) {
    this.#write = write
    this.#turn = setImmediate(() => this.send())
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
    clearImmediate(this.#turn)
  }
}
