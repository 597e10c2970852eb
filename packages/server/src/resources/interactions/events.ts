import type { Snowflake } from '@guildhall/protocol'
import { type EventType, eventType } from '../../kernel/event.ts'

type Wire = Record<string, unknown>

/** Events of a user's own topic with a ready wire object. */
function ownEvent(name: string): EventType<Wire> {
  return eventType<Wire>({ name, intents: () => 0, visibleTo: () => true, present: (wire) => wire })
}

/** To the application's bot: somebody used it. To the person: their interaction was taken. */
export const interactionCreate = ownEvent('INTERACTION_CREATE')
export const interactionSuccess = ownEvent('INTERACTION_SUCCESS')
export const interactionFailure = ownEvent('INTERACTION_FAILURE')
export const interactionModalCreate = ownEvent('INTERACTION_MODAL_CREATE')
export const autocompleteResponse = ownEvent('APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE')

/** `{id, nonce}` as people's clients match it. */
export function outcome(interaction: { id: Snowflake; nonce: string | null }): Wire {
  return { id: interaction.id.toString(), ...(interaction.nonce === null ? {} : { nonce: interaction.nonce }) }
}
