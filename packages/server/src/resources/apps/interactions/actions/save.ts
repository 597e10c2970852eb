import {
  INTERACTION_RESPONSE_MS,
  INTERACTION_TOKEN_MS,
  InteractionType,
  type Snowflake,
  type UsedApplicationObject,
} from '@guildhall/protocol'
import { userTopic } from '../../../../kernel/event.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { Modal } from '../../../messaging/components/index.ts'
import { interactionAccepted, interactionFailure, interactionModalCreate, interactionSuccess } from '../events.ts'
import { responseOverdue } from '../jobs.ts'
import type { StoredInteraction } from '../model.ts'
import * as store from '../store.ts'

/** Stores an interaction, notifies its user that it was accepted, and schedules the failure without a response. */
export async function createInteraction(work: Work, interaction: StoredInteraction): Promise<void> {
  await store.insertInteraction(work, interaction)
  work.emit(interactionAccepted, userTopic(interaction.user_id), interaction)
  if (interaction.type === InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE) return
  const { id } = interaction
  await work.schedule(responseOverdue, id.toString(), work.now + INTERACTION_RESPONSE_MS, { id })
}

/** Stores that the initial response was sent, notifies the user and cancels the timeout. */
export async function saveResponse(
  work: Work,
  interaction: StoredInteraction,
  response: Pick<StoredInteraction, 'callback_type' | 'response_message_id'>,
): Promise<StoredInteraction> {
  const acknowledged = {
    ...interaction,
    // The response may have stored a modal.
    ...(await store.findInteraction(work, interaction.id)),
    answered_at: work.now,
    ...response,
  }
  await store.updateInteraction(work, acknowledged)
  await work.cancel(responseOverdue, interaction.id.toString())
  work.emit(interactionSuccess, userTopic(interaction.user_id), interaction)
  return acknowledged
}

/** Stores the modal that an interaction opened, against which the submission is checked, and sends it to the user. */
export async function saveModal(
  work: Work,
  interaction: StoredInteraction,
  opened: { modal: Modal; application: UsedApplicationObject | undefined },
): Promise<void> {
  await store.updateInteraction(work, { ...interaction, modal: opened.modal })
  work.emit(interactionModalCreate, userTopic(interaction.user_id), { interaction, ...opened })
}

/** Stores that the modal of an interaction was submitted, which is possible once. */
export async function closeModal(work: Work, opener: StoredInteraction): Promise<void> {
  await store.updateInteraction(work, { ...opener, modal: null })
}

/** Counts a follow-up message of an interaction. */
export async function countFollowUp(work: Work, interaction: StoredInteraction): Promise<void> {
  await store.updateInteraction(work, { ...interaction, followups: interaction.followups + 1 })
}

/**
 * Marks an interaction without a response as failed, notifies its user and rejects later responses. Returns false when
 * it already has a response or has failed.
 */
export async function failInteraction(work: Work, id: Snowflake): Promise<boolean> {
  const interaction = await store.lockInteraction(work, id)
  if (!interaction || interaction.answered_at !== null || interaction.failed_at !== null) return false
  await store.updateInteraction(work, { ...interaction, failed_at: work.now })
  work.emit(interactionFailure, userTopic(interaction.user_id), interaction)
  return true
}

/** Fails an interaction that has no response after 3 seconds. Also deletes old interactions. */
export async function failUnansweredInteraction(work: Work, payload: { id: Snowflake }): Promise<void> {
  await failInteraction(work, payload.id)
  await store.deleteInteractionsBefore(work, work.now - 2 * INTERACTION_TOKEN_MS)
}
