/**
 * Messages to all other nodes that are not stored, and that may be lost at any time. Only nodes of the platform can
 * read and write them. Events are no such messages: the event log has them (`Bus`).
 */
export interface NodeMessages {
  /** Whether messages can be sent now. */
  readonly connected: boolean
  /** Messages since the start, for metrics. */
  readonly counts: { readonly sent: number; readonly received: number }
  /** Sends a value of JSON. Returns whether it was sent: without a connection, or if it is too long, it is not. */
  send(kind: string, body: unknown): boolean
  /**
   * Sets the listener of a kind, which checks what it receives: the sender may run another version. `sender` is the
   * life of a node.
   */
  listen(kind: string, listener: (body: unknown, sender: string) => void): void
}
