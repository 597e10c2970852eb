import type { Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import type { Work } from '../../kernel/work.ts'
import { findApplicationOfBot } from '../applications/index.ts'
import { guildIntegrationsUpdate, integrationDelete } from './events.ts'
import type { Integration } from './integration.ts'
import * as store from './store.ts'

/** Takes an application out of a guild's list and tells the guild. */
export async function removeIntegration(work: Work, integration: Integration): Promise<void> {
  await store.remove(work, integration.id)
  const topic = guildTopic(integration.guild_id)
  work.emit(integrationDelete, topic, integration)
  work.emit(guildIntegrationsUpdate, topic, integration.guild_id)
}

/** The same where a bot has left, or was made to. */
export async function removeIntegrationOfBot(work: Work, guildId: Snowflake, botId: Snowflake): Promise<void> {
  const application = await findApplicationOfBot(work, botId)
  const integration = application && (await store.findOfApplication(work, guildId, application.id))
  if (integration) await removeIntegration(work, integration)
}
