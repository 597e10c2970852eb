import { type ConnectionStatus, GatewayConnection } from '@guildhall/client'
import { CloseCode } from '@guildhall/protocol'

export interface ConnectionParts {
  token: string
  url: string
  /** Returns the presence with which a session begins. */
  presence: () => unknown
  onDispatch: (name: string, data: unknown) => void
  onStatus: (status: ConnectionStatus) => void
  /** Called once the token is not valid any more. */
  onSignedOut: () => void
}

/** The gateway connection of one person in a browser, which says when its network comes and goes. */
export class AppConnection extends GatewayConnection {
  readonly #retryNow = () => this.retryNow()
  // A browser that goes offline leaves the socket open, and nothing would be noticed until the next heartbeat.
  readonly #loseNow = () => this.lose()

  constructor({ presence, onSignedOut, ...parts }: ConnectionParts) {
    super({
      ...parts,
      // The page's own address is the one that its proxy serves.
      usesResumeUrl: false,
      identify: () => ({
        intents: 0,
        properties: { os: 'web', browser: 'Guildhall web', device: '' },
        large_threshold: 250,
        presence: presence(),
      }),
      onEnd: (code) => {
        if (code === CloseCode.AUTHENTICATION_FAILED) onSignedOut()
      },
    })
    addEventListener('online', this.#retryNow)
    addEventListener('offline', this.#loseNow)
  }

  override close(): void {
    removeEventListener('online', this.#retryNow)
    removeEventListener('offline', this.#loseNow)
    super.close()
  }
}
