/** The game without Electron: a Client, and all that a page shows of it. */
import {
  type Client,
  events,
  type LobbyHandle,
  ok,
  openSession,
  type PlayerSession,
  pumpCallbacks,
  type SessionStore,
  SocialError,
  snapshot,
} from '@guildhall/social-sdk'
import type { GameState, Served } from './bridge.ts'

/** Messages that the page shows. */
const MESSAGES_MAX = 100
const AT_FIRST: GameState = { phase: 'signed out', player: null, lobby: null, messages: [], failure: null }

/** A player of the game, who signs in, meets others in a lobby, and chats. */
export class Game implements Served {
  readonly #client: Client
  readonly #store: SessionStore
  readonly #pump = pumpCallbacks() // in place of RunCallbacks in each frame
  readonly #listeners = new Set<(state: GameState) => void>()
  #session: PlayerSession | null = null
  #lobbyId = 0n
  #state = AT_FIRST

  /** @param store keeps the tokens, so that the player is asked once */
  constructor(client: Client, store: SessionStore) {
    this.#client = client
    this.#store = store
    const heard = events(client)
    heard.on('messageCreated', (id) => this.#heard(id))
    const showLobby = (lobbyId: bigint) => {
      if (lobbyId === this.#lobbyId) this.#show({ lobby: shownLobby(client.GetLobbyHandle(lobbyId)) })
    }
    heard.on('lobbyMemberAdded', showLobby)
    heard.on('lobbyMemberUpdated', showLobby)
    heard.on('lobbyMemberRemoved', showLobby)
    heard.on('lobbyDeleted', showLobby)
  }

  get state(): GameState {
    return this.#state
  }

  onState(listener: (state: GameState) => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  signIn(): Promise<void> {
    return this.#try(async () => {
      if (this.#state.phase !== 'signed out') return
      this.#show({ phase: 'signing in' })
      try {
        const onSignedOut = () => this.#show({ ...AT_FIRST, failure: 'The server has signed you out.' })
        this.#session = await openSession({ client: this.#client, store: this.#store, onSignedOut })
        const player = this.#client.GetCurrentUserV2()
        this.#show({ phase: 'signed in', player: player && snapshot(player) })
      } finally {
        if (!this.#session) this.#show({ phase: 'signed out' })
      }
    })
  }

  /** Joins the lobby of a secret, after leaving another one. */
  join(secret: string): Promise<void> {
    return this.#try(async () => {
      await this.#leave()
      const [lobbyId] = ok(await this.#client.CreateOrJoinLobby(secret))
      this.#lobbyId = lobbyId
      this.#show({ lobby: shownLobby(this.#client.GetLobbyHandle(lobbyId)), messages: [] })
    })
  }

  say(text: string): Promise<void> {
    return this.#try(async () => void ok(await this.#client.SendLobbyMessage(this.#lobbyId, text)))
  }

  leave(): Promise<void> {
    return this.#try(() => this.#leave())
  }

  /** Ends the game. The next one signs the player in without a question. */
  [Symbol.dispose](): void {
    this.#session?.close()
    this.#client.dispose()
    this.#pump[Symbol.dispose]()
  }

  async #leave(): Promise<void> {
    const lobbyId = this.#lobbyId
    if (lobbyId === 0n) return
    this.#lobbyId = 0n
    ok(await this.#client.LeaveLobby(lobbyId))
    this.#show({ lobby: null, messages: [] })
  }

  #heard(id: bigint): void {
    const message = this.#client.GetMessageHandle(id)
    const shown = message?.ChannelId() === this.#lobbyId ? snapshot(message) : null
    if (shown) this.#show({ messages: [...this.#state.messages, shown].slice(-MESSAGES_MAX) })
  }

  /** Carries a request out. A refusal is part of the state; other errors are faults of the game. */
  async #try(run: () => Promise<void>): Promise<void> {
    try {
      this.#show({ failure: null })
      await run()
    } catch (error) {
      if (!(error instanceof SocialError)) throw error
      this.#show({ failure: error.message })
    }
  }

  #show(changes: Partial<GameState>): void {
    this.#state = { ...this.#state, ...changes }
    for (const listener of this.#listeners) listener(this.#state)
  }
}

function shownLobby(lobby: LobbyHandle | null): GameState['lobby'] {
  if (!lobby) return null
  const members = lobby.LobbyMembers().flatMap((member) => snapshot(member) ?? [])
  return { id: String(lobby.Id()), members }
}
