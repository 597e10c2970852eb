import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../kernel/work.ts'
import { findApplicationOfBot } from '../../applications/index.ts'
import * as store from '../store.ts'
import { deleteIntegration } from './save.ts'

/** Deletes the integration of a bot that left a guild or was removed from it. */
export async function removeIntegrationOfBot(work: Work, guildId: Snowflake, botId: Snowflake): Promise<void> {
  const application = await findApplicationOfBot(work, botId)
  const integration = application && (await store.findIntegration(work, guildId, application.id))
  if (integration) await deleteIntegration(work, integration)
}
