import { type ConnectOptions, RawGateway } from './raw-gateway.ts'

/** Fields of READY for a game that tests use most; further ones are there too. */
export interface GameReady {
  user: { id: string; username: string }
  session_id: string
  application: { id: string; name: string }
  scopes: string[]
  lobbies: { id: string }[]
  relationships: { id: string; type: number }[]
  [field: string]: unknown
}

export interface GameOptions extends ConnectOptions {
  /** Further fields of Identify, such as `capabilities`. Without `intents`, a game has all of them. */
  identify?: Readonly<Record<string, unknown>>
}

/**
 * Opens the gateway session of a game with a player's OAuth2 access token. Rejects if the token may not connect.
 * @param url the ready line's `gateway`
 */
export async function connectGame<T = GameReady>(
  url: string,
  accessToken: string,
  { identify, ...connection }: GameOptions = {},
): Promise<{ gateway: RawGateway; ready: T }> {
  const gateway = await RawGateway.connect(url, connection)
  const ready = await gateway.identify<T>({ intents: null, ...identify, token: `Bearer ${accessToken}` })
  return { gateway, ready }
}
