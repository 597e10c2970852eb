/**
 * The bridge between the page and the main process: requests of the page, and the state that it shows. Values cross it
 * as copies, in which ids are strings. Both processes import this file, so that their types agree.
 */

/** A player as `snapshot(user)` gives it. */
export interface Player {
  readonly id: string
  readonly displayName: string
  readonly isProvisional: boolean
}

/** All that the page shows. The main process sends a new state after each change. */
export interface GameState {
  readonly phase: 'signed out' | 'signing in' | 'signed in'
  readonly player: Player | null
  readonly lobby: {
    readonly id: string
    readonly members: readonly { readonly id: string; readonly connected: boolean; readonly user: Player | null }[]
  } | null
  readonly messages: readonly { readonly id: string; readonly content: string; readonly author: Player | null }[]
  /** Reason for which the last request failed; null after one that succeeded. */
  readonly failure: string | null
}

/** Requests of the page. Each resolves when it is done; `failure` of the state says if it was refused. */
export interface Requests {
  signIn(): Promise<void>
  join(secret: string): Promise<void>
  say(text: string): Promise<void>
  leave(): Promise<void>
}

/** The global object `game` of the page. */
export interface GameBridge extends Requests {
  state(): Promise<GameState>
  /** Calls a listener with each new state. Returns a function that ends it. */
  onState(listener: (state: GameState) => void): () => void
}

/** The part of the main process that serves the page. */
export interface Served extends Requests {
  readonly state: GameState
  onState(listener: (state: GameState) => void): () => void
}

/** Parts of Electron that the bridge needs; tests replace them. */
interface PageEvent {
  readonly senderFrame: { readonly url: string } | null
}
interface MainSide {
  handle(channel: string, answer: (event: PageEvent, ...given: unknown[]) => unknown): void
}
interface PageSide {
  invoke(channel: string, ...given: unknown[]): Promise<unknown>
  on(channel: string, listener: (event: unknown, state: GameState) => void): unknown
  off(channel: string, listener: (event: unknown, state: GameState) => void): unknown
}

/** Requests with the kinds of their arguments. Nothing else crosses the bridge. */
const REQUESTS = { signIn: 0, join: 1, say: 1, leave: 0 } as const satisfies Record<keyof Requests, number>
const STATE = 'game:state'
const CHANGED = 'game:changed'
const TEXT_MAX = 2_000

/**
 * Answers the requests of a page. A page is not trusted: it could have been replaced, so that its address and what it
 * sends are checked.
 * @param pageUrl address of the game's own page
 * @param send sends to the page
 */
export function serveGame(
  game: Served,
  ipc: MainSide,
  pageUrl: string,
  send: (channel: string, state: GameState) => void,
) {
  const answer = (channel: string, texts: number, run: (...given: string[]) => unknown) =>
    ipc.handle(channel, ({ senderFrame }, ...given) => {
      if (senderFrame?.url !== pageUrl) throw new Error('Another page than that of the game asks.')
      const isRight =
        given.length === texts && given.every((text) => typeof text === 'string' && text.length <= TEXT_MAX)
      if (!isRight) throw new Error(`${channel} does not take these values.`)
      return run(...(given as string[]))
    })
  for (const name of Object.keys(REQUESTS) as (keyof Requests)[])
    answer(`game:${name}`, REQUESTS[name], (text = '') => game[name](text))
  answer(STATE, 0, () => game.state)
  return game.onState((state) => send(CHANGED, state))
}

/** Returns the bridge for `contextBridge.exposeInMainWorld`, which copies what crosses it. */
export function bridgeTo(ipc: PageSide): GameBridge {
  const request = async (name: keyof Requests, ...given: string[]) => {
    await ipc.invoke(`game:${name}`, ...given)
  }
  return {
    signIn: () => request('signIn'),
    join: (secret) => request('join', secret),
    say: (text) => request('say', text),
    leave: () => request('leave'),
    state: () => ipc.invoke(STATE) as Promise<GameState>,
    onState(listener) {
      // The event has `sender`, which the page must not get.
      const changed = (_event: unknown, state: GameState) => listener(state)
      ipc.on(CHANGED, changed)
      return () => void ipc.off(CHANGED, changed)
    },
  }
}
