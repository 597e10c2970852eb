import type { AttachmentUrls } from '../../kernel/attachment-urls.ts'
import type { Event } from '../../kernel/event.ts'
import type { LobbyPresence } from '../../kernel/lobby-presence.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { Dispatch, type Scope } from './dispatch.ts'
import { hasIntents } from './viewers.ts'

/** Parts of the platform with which events are presented. */
export interface Presenting {
  readonly attachmentUrls: AttachmentUrls
  readonly lobbyPresence: LobbyPresence
}

/** Rule that keeps an event from a viewer: its scopes, its intents, or what it may see. */
export type Withheld = 'scope' | 'intent' | 'permission'

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
    if (this.withheldFrom(viewer) !== null) return null
    const variant = this.variantOf(viewer)
    let dispatch = this.#variants.get(variant)
    if (!dispatch) {
      dispatch = new Dispatch(this.#event.type.name, () => this.present(variant), this.#scope)
      this.#variants.set(variant, dispatch)
    }
    return dispatch
  }

  /** Returns why a viewer must not receive the event; null when it may. */
  withheldFrom(viewer: Viewer): Withheld | null {
    const { type, payload } = this.#event
    if (viewer.kind === 'game' && !this.#isForGames(viewer)) return 'scope'
    if (!hasIntents(viewer, this.#intents)) return 'intent'
    return type.visibleTo(viewer, payload) ? null : 'permission'
  }

  /** Returns the name of the form for a viewer. */
  variantOf(viewer: Viewer): string {
    const { type, payload } = this.#event
    return type.variant?.(viewer, payload) ?? ''
  }

  /** Returns the wire object of a variant. */
  present(variant: string): unknown {
    const { type, payload } = this.#event
    const { attachmentUrls, lobbyPresence } = this.#presenting
    return type.present(payload, variant, attachmentUrls, lobbyPresence)
  }

  #isForGames({ scopes }: Viewer): boolean {
    const { type, payload } = this.#event
    const scope = type.gameScope?.(payload) ?? null
    return scope !== null && scopes.has(scope)
  }
}
