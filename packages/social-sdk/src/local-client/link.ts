/** Events of a connection to a local client, after its handshake. */
export interface LinkEvents {
  readonly onMessage: (message: Readonly<Record<string, unknown>>) => void
  /** Called once, when the connection has ended. */
  readonly onEnd: () => void
}

/** A connection to a local client after its handshake. */
export interface Link {
  /** `data` of READY, which nobody has checked. */
  readonly ready: unknown
  send(message: object): void
  end(): void
}

/** Connects as an application to the first local client that answers the handshake. Resolves with null if none does. */
export type OpenLink = (clientId: string, events: LinkEvents, signal: AbortSignal) => Promise<Link | null>
