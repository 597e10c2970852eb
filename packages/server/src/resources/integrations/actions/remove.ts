import type { Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../kernel/work.ts'
import * as store from '../store.ts'
import { deleteIntegration } from './save.ts'

/** Deletes the integration of a bot that left a guild or was removed from it. */
export async function removeIntegrationOfBot(work: Work, guildId: Snowflake, botId: Snowflake): Promise<void> {
  const integration = await store.findIntegrationOfBot(work, guildId, botId)
  if (integration) await deleteIntegration(work, integration)
}
