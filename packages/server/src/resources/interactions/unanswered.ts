import { INTERACTION_TOKEN_MS, type Snowflake } from '@guildhall/protocol'
import { userTopic } from '../../kernel/event.ts'
import type { Work } from '../../kernel/work.ts'
import { interactionFailure, outcome } from './events.ts'
import * as store from './store.ts'

/** Three seconds have gone without an answer: the person is told. Dead interactions are swept along the way. */
export async function interactionUnanswered(work: Work, payload: { id: Snowflake }): Promise<void> {
  const interaction = await store.hold(work, payload.id)
  if (interaction && interaction.answered_at === null) {
    work.emit(interactionFailure, userTopic(interaction.user_id), outcome(interaction))
  }
  await store.forgetBefore(work, work.now - 2 * INTERACTION_TOKEN_MS)
}
