import { Intent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { StoredEmoji } from '../../../kernel/model.ts'
import { presentEmoji } from './present.ts'

/** Sent with all emojis of a guild after one of them changed. */
export const guildEmojisUpdate = eventType<{ guildId: Snowflake; emojis: readonly StoredEmoji[] }>({
  key: 'emojis.changed',
  name: 'GUILD_EMOJIS_UPDATE',
  intents: () => Intent.GUILD_EXPRESSIONS,
  visibleTo: () => true,
  present: ({ guildId, emojis }) => ({
    guild_id: guildId.toString(),
    emojis: emojis.map((emoji) => presentEmoji(emoji)),
  }),
  apply: (view, { emojis }) => {
    view.emojis.clear()
    for (const emoji of emojis) view.emojis.set(emoji.id, emoji)
  },
})
