import { Permission } from '@guildhall/protocol'
import { hasActivity, launchActivity, type StoredActivityInstance } from '../activities/index.ts'
import { findApplication } from '../applications/index.ts'
import type { Answering } from './answer.ts'

/** Type 12: the person who used the application is let into its activity. Null for an application that has none. */
export async function answerWithActivity(answering: Answering): Promise<StoredActivityInstance | null> {
  const { work, interaction, place, standing } = answering
  const application = await findApplication(work, interaction.application_id)
  if (!application || !hasActivity(application)) return null
  return launchActivity(work, {
    ...place,
    application,
    userId: interaction.user_id,
    permissions: place.view ? (standing.invoker ?? 0n) : Permission.USE_EMBEDDED_ACTIVITIES,
    installed: standing.installed,
    sessionId: interaction.session_id,
    nonce: interaction.nonce,
  })
}
