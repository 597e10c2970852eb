/** Carries bytes from one node to all others, fast and without a promise that they arrive. */
export interface NodeChannel {
  /** Whether messages can be sent now. */
  readonly connected: boolean
  /** Sends to all other nodes. Without a connection it does nothing. */
  send(bytes: Uint8Array): void
  close(): Promise<void>
}

/** Opens a channel, which calls `receive` with the bytes that other nodes send. It need not be connected yet. */
export type OpenChannel = (receive: (bytes: Uint8Array) => void) => Promise<NodeChannel>

/** Longest message. NATS allows 1 MiB by default; longer events are read from the log by their version. */
export const MESSAGE_BYTES_MAX = 900_000
