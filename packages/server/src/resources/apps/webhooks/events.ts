import { Intent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'

export const webhooksUpdate = eventType<{ guildId: Snowflake; channelId: Snowflake }>({
  key: 'webhooks.changed',
  name: 'WEBHOOKS_UPDATE',
  intents: () => Intent.GUILD_WEBHOOKS,
  visibleTo: (viewer, { channelId }) => viewer.sees(channelId),
  visibleInChannel: ({ channelId }) => channelId,
  present: ({ guildId, channelId }) => ({ guild_id: guildId.toString(), channel_id: channelId.toString() }),
})
