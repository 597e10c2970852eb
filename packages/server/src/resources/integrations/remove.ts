import type { Snowflake } from '@guildhall/protocol'
import { guildTopic } from '../../kernel/event.ts'
import type { Work } from '../../kernel/work.ts'
import { findApplicationOfBot } from '../applications/index.ts'
import { guildIntegrationsUpdate, integrationDelete } from './events.ts'
import type { StoredIntegration } from './integration.ts'
import * as store from './store.ts'

/**
 * Takes an application out of a guild's list and tells the guild. What else it had there goes by a job, since those whom
 * it belongs to look up integrations themselves.
 */
export async function removeIntegration(work: Work, integration: StoredIntegration): Promise<void> {
  const { guild_id: guildId, application_id: applicationId } = integration
  await store.remove(work, integration.id)
  await work.schedule('integration-removed', '', work.now, { guildId, applicationId, before: work.nextId() })
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
