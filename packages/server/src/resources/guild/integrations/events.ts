import { Intent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { Application, User } from '../../../kernel/model.ts'
import type { StoredIntegration } from './model.ts'
import { presentIntegration } from './present.ts'

/** The integrations of a guild changed. The event has no details: clients list them again. */
export const guildIntegrationsUpdate = eventType<Snowflake>({
  key: 'integrations.changed',
  name: 'GUILD_INTEGRATIONS_UPDATE',
  intents: () => Intent.GUILD_INTEGRATIONS,
  visibleTo: () => true,
  present: (guildId) => ({ guild_id: guildId.toString() }),
})

/** An application was added to the guild. Events of integrations lack the user who added it, as documented. */
export const integrationCreate = eventType<{
  integration: StoredIntegration
  application: Application
  bot?: User
}>({
  key: 'integration.created',
  name: 'INTEGRATION_CREATE',
  intents: () => Intent.GUILD_INTEGRATIONS,
  visibleTo: () => true,
  present: ({ integration, application, bot }) => ({
    ...presentIntegration(integration, application, { bot }),
    guild_id: integration.guild_id.toString(),
  }),
})

/** An application was removed from the guild. */
export const integrationDelete = eventType<StoredIntegration>({
  key: 'integration.deleted',
  name: 'INTEGRATION_DELETE',
  intents: () => Intent.GUILD_INTEGRATIONS,
  visibleTo: () => true,
  present: ({ id, guild_id, application_id }) => ({
    id: id.toString(),
    guild_id: guild_id.toString(),
    application_id: application_id.toString(),
  }),
})
