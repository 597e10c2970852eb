import type { AttachmentUrls } from '../../kernel/attachment-urls.ts'
import type { Event } from '../../kernel/event.ts'
import type { LobbyPresence } from '../../kernel/lobby-presence.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { Dispatch, type Scope } from './dispatch.ts'
import { hasIntents } from './viewers.ts'

/** Services with which events are presented. */
export interface Presenting {
  readonly attachmentUrls: AttachmentUrls
  readonly lobbyPresence: LobbyPresence
}

/**
 * An event on its way to sessions. The only place that decides what a viewer receives of it; a variant is made once.
 */
export class OutgoingEvent {
  readonly #event: Event
  readonly #presenting: Presenting
  readonly #intents: number
  readonly #scope: Scope
  readonly #variants = new Map<string, Dispatch>()

  /** @param scope guild, channel or lobby of the event; Resume checks it */
  constructor(event: Event, scope: Scope, presenting: Presenting) {
    this.#event = event
    this.#presenting = presenting
    this.#intents = event.type.intents(event.payload)
    this.#scope = scope
  }

  /** Returns the dispatch for a viewer; null when the viewer must not receive the event. */
  for(viewer: Viewer): Dispatch | null {
    const { type, payload } = this.#event
    if (viewer.kind === 'game' && !this.#isForGames(viewer)) return null
    if (!hasIntents(viewer, this.#intents) || !type.visibleTo(viewer, payload)) return null
    const variant = type.variant?.(viewer, payload) ?? ''
    let dispatch = this.#variants.get(variant)
    if (!dispatch) {
      const { attachmentUrls, lobbyPresence } = this.#presenting
      const data = type.present(payload, variant, attachmentUrls, lobbyPresence)
      dispatch = new Dispatch(type.name, data, this.#scope)
      this.#variants.set(variant, dispatch)
    }
    return dispatch
  }

  #isForGames({ scopes }: Viewer): boolean {
    const { type, payload } = this.#event
    const scope = type.gameScope?.(payload) ?? null
    return scope !== null && scopes.has(scope)
  }
}
