import type { Snowflake } from '@guildhall/protocol'
import type { AttachmentUrls } from '../../kernel/attachment-urls.ts'
import type { Event } from '../../kernel/event.ts'
import type { Viewer } from '../../kernel/viewer.ts'
import { Dispatch, NO_SCOPE, type Scope } from './dispatch.ts'
import { hasIntents } from './viewers.ts'

/**
 * An event on its way to sessions. The only place that decides what a viewer receives of it; a variant is made once.
 */
export class OutgoingEvent {
  readonly #event: Event
  readonly #urls: AttachmentUrls
  readonly #intents: number
  readonly #scope: Scope
  readonly #variants = new Map<string, Dispatch>()

  /** @param guildId guild of the event's topic; null for events of a user */
  constructor(event: Event, guildId: Snowflake | null, urls: AttachmentUrls) {
    const { type, payload } = event
    this.#event = event
    this.#urls = urls
    this.#intents = type.intents(payload)
    // GUILD_DELETE is sent again on Resume, although the session is no longer in the guild.
    const unscoped = guildId === null || type.endsGuild
    this.#scope = unscoped ? NO_SCOPE : { guildId, channelId: type.visibleInChannel?.(payload) ?? null }
  }

  /** Returns the dispatch for a viewer; null when the viewer must not receive the event. */
  for(viewer: Viewer): Dispatch | null {
    const { type, payload } = this.#event
    if (viewer.kind === 'game' && !this.#isForGames(viewer)) return null
    if (!hasIntents(viewer, this.#intents) || !type.visibleTo(viewer, payload)) return null
    const variant = type.variant?.(viewer, payload) ?? ''
    let dispatch = this.#variants.get(variant)
    if (!dispatch) {
      dispatch = new Dispatch(type.name, type.present(payload, variant, this.#urls), this.#scope)
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
