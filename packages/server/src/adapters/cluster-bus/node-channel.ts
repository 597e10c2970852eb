/** Carries bytes from one node to all others, fast and without a promise that they arrive. */
export interface NodeChannel {
  /** Whether messages can be sent now. */
  readonly connected: boolean
  /** Sends to all other nodes. Without a connection it does nothing. */
  send(bytes: Uint8Array): void
  close(): Promise<void>
}

/** A channel that knows whether there are other nodes. */
export interface PeerChannel extends NodeChannel {
  /** Whether another node was heard of lately. Without, nobody receives what is sent, or only for some seconds. */
  readonly hasPeers: boolean
}

/** Opens a channel, which calls `receive` with the bytes that other nodes send. It need not be connected yet. */
export type OpenChannel<C extends NodeChannel = NodeChannel> = (receive: (bytes: Uint8Array) => void) => Promise<C>

/** Longest message. NATS allows 1 MiB by default; longer events are read from the log by their version. */
export const MESSAGE_BYTES_MAX = 900_000
