import { INTERACTION_TOKEN_MS, type Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../kernel/event.ts'
import type { Work } from '../../kernel/work.ts'
import { interactionFailure, outcome } from './events.ts'
import * as store from './store.ts'

/**
 * Nobody answered, or not in a way that can be shown: the person is told, once, and no answer is taken any more. Answers
 * whether that was so; an interaction that was answered meanwhile has not failed.
 */
export async function failInteraction(work: Work, id: Snowflake): Promise<boolean> {
  const interaction = await store.hold(work, id)
  if (!interaction || interaction.answered_at !== null || interaction.failed_at !== null) return false
  await store.update(work, { ...interaction, failed_at: work.now })
  work.emit(interactionFailure, userTopic(interaction.user_id), outcome(interaction))
  return true
}

/** Three seconds have gone without an answer. Dead interactions are swept along the way. */
export async function interactionUnanswered(work: Work, payload: { id: Snowflake }): Promise<void> {
  await failInteraction(work, payload.id)
  await store.forgetBefore(work, work.now - 2 * INTERACTION_TOKEN_MS)
}
