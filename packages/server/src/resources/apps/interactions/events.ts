import type { CommandChoiceObject, ModalComponentObject, Snowflake, UsedApplicationObject } from '@guildhall/protocol'
import { type EventType, eventType } from '../../../kernel/event.ts'
import type { Modal } from '../../messaging/components/model.ts'
import type { StoredInteraction } from './model.ts'
import { type InteractionDelivery, presentInteraction } from './present.ts'

/** Event of one user topic: of the user who uses an application, or of the application's bot. */
function userEvent<P>(key: string, name: string, present: (payload: P) => unknown): EventType<P> {
  return eventType<P>({ key, name, intents: () => 0, visibleTo: () => true, present })
}

/** Identifies an interaction for the client that created it. */
export interface InteractionHandle {
  readonly id: Snowflake
  readonly nonce: string | null
}

interface HandleObject {
  id: string
  nonce: string | null
}

function presentHandle({ id, nonce }: InteractionHandle): HandleObject {
  return { id: id.toString(), nonce }
}

/** Returns a handle for an event that leaves out a missing nonce, where the others have null. */
function presentShort({ id, nonce }: InteractionHandle): { id: string; nonce?: string } {
  return { id: id.toString(), ...(nonce === null ? {} : { nonce }) }
}

/** Sent to the application's bot. */
export const interactionCreate = userEvent<InteractionDelivery>(
  'interaction.created',
  'INTERACTION_CREATE',
  presentInteraction,
)

/** Sent to the user: the platform has accepted the interaction. */
export const interactionAccepted = userEvent<InteractionHandle>(
  'interaction.accepted',
  'INTERACTION_CREATE',
  presentShort,
)
export const interactionSuccess = userEvent<InteractionHandle>(
  'interaction.succeeded',
  'INTERACTION_SUCCESS',
  presentHandle,
)
export const interactionFailure = userEvent<InteractionHandle>(
  'interaction.failed',
  'INTERACTION_FAILURE',
  presentShort,
)

export const autocompleteResponse = userEvent<{
  readonly interaction: InteractionHandle
  readonly choices: readonly CommandChoiceObject[]
}>('autocomplete-choices.returned', 'APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE', ({ interaction, choices }) => ({
  ...presentHandle(interaction),
  choices,
}))

interface ModalCreateObject extends HandleObject {
  custom_id: string
  title: string
  components: ModalComponentObject[]
  application: UsedApplicationObject | undefined
  channel_id: string
  guild_id: string | null
}

export const interactionModalCreate = userEvent<{
  readonly interaction: Pick<StoredInteraction, 'id' | 'nonce' | 'channel_id' | 'guild_id'>
  readonly modal: Modal
  readonly application: UsedApplicationObject | undefined
}>(
  'interaction-modal.created',
  'INTERACTION_MODAL_CREATE',
  ({ interaction, modal, application }): ModalCreateObject => ({
    ...presentHandle(interaction),
    ...modal,
    application,
    channel_id: interaction.channel_id.toString(),
    guild_id: interaction.guild_id?.toString() ?? null,
  }),
)
