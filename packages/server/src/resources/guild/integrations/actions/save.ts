import { guildTopic } from '../../../../kernel/event.ts'
import type { Application, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { guildIntegrationsUpdate, integrationCreate, integrationDelete } from '../events.ts'
import { integrationRemoved } from '../jobs.ts'
import type { StoredIntegration } from '../model.ts'
import * as store from '../store.ts'

/** Stores and emits the integration of an application that a user added to a guild. */
export async function createIntegration(
  work: Work,
  integration: StoredIntegration & { user_id: bigint },
  related: { application: Application; bot?: User },
): Promise<void> {
  await store.insertIntegration(work, integration)
  const topic = guildTopic(integration.guild_id)
  work.emit(integrationCreate, topic, { integration, ...related })
  work.emit(guildIntegrationsUpdate, topic, integration.guild_id)
}

/**
 * Deletes an integration and emits it. The job `integration-removed` deletes what belongs to it. The owners of those
 * rows import integrations, so this resource cannot call them.
 */
export async function deleteIntegration(work: Work, integration: StoredIntegration): Promise<void> {
  const { guild_id: guildId, application_id: applicationId } = integration
  await store.deleteIntegration(work, integration.id)
  await work.schedule(integrationRemoved, '', work.now, { guildId, applicationId, before: work.nextId() })
  const topic = guildTopic(integration.guild_id)
  work.emit(integrationDelete, topic, integration)
  work.emit(guildIntegrationsUpdate, topic, integration.guild_id)
}
