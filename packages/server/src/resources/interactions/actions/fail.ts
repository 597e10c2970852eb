import { INTERACTION_TOKEN_MS, type Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../../kernel/event.ts'
import type { Work } from '../../../kernel/work.ts'
import { interactionFailure } from '../events.ts'
import * as store from '../store.ts'

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
