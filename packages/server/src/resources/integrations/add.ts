import { guildTopic } from '../../kernel/event.ts'
import type { Application, User } from '../../kernel/model.ts'
import type { Work } from '../../kernel/work.ts'
import { guildIntegrationsUpdate, integrationCreate } from './events.ts'
import type { StoredIntegration } from './integration.ts'
import * as store from './store.ts'

/** Lists an application as added to a guild by a user, and tells the guild. */
export async function addIntegration(
  work: Work,
  integration: StoredIntegration & { user_id: bigint },
  about: { application: Application; bot?: User; user: User },
): Promise<void> {
  await store.insert(work, integration)
  const topic = guildTopic(integration.guild_id)
  work.emit(integrationCreate, topic, { integration, ...about })
  work.emit(guildIntegrationsUpdate, topic, integration.guild_id)
}
