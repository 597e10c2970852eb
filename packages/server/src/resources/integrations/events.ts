import { Intent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'
import type { Integration } from './integration.ts'

/** Something about the guild's integrations has changed; what, their list tells. */
export const guildIntegrationsUpdate = eventType<Snowflake>({
  name: 'GUILD_INTEGRATIONS_UPDATE',
  intents: () => Intent.GUILD_INTEGRATIONS,
  seenBy: () => true,
  present: (guildId) => ({ guild_id: guildId.toString() }),
})

export const integrationDelete = eventType<Integration>({
  name: 'INTEGRATION_DELETE',
  intents: () => Intent.GUILD_INTEGRATIONS,
  seenBy: () => true,
  present: ({ id, guild_id, application_id }) => ({
    id: id.toString(),
    guild_id: guild_id.toString(),
    application_id: application_id.toString(),
  }),
})
