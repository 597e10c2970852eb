import { GatewayConnection } from '@guildhall/client'
import { CloseCode } from '@guildhall/protocol'
import WebSocket from 'ws'

export interface PersonGatewayParts {
  readonly url: string
  readonly token: string
  readonly onDispatch: (event: string, data: unknown) => void
  /** Called once, when the token is refused: connecting again would not help. */
  readonly onSignedOut: () => void
}

/** Opens the gateway session of a person. It connects again by itself, and resumes. */
export function openPersonGateway({ url, token, onDispatch, onSignedOut }: PersonGatewayParts): GatewayConnection {
  return new GatewayConnection({
    url,
    token,
    identify: () => ({
      intents: 0,
      properties: { os: process.platform, browser: 'Guildhall local client', device: '' },
      large_threshold: 250,
    }),
    // The one of Node loads its own HTTP client.
    openSocket: (address) => new WebSocket(address),
    onDispatch,
    onEnd: (code) => {
      if (code === CloseCode.AUTHENTICATION_FAILED) onSignedOut()
    },
  })
}
