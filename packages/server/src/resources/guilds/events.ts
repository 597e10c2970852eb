import { Intent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../kernel/event.ts'
import type { Guild } from '../../kernel/model.ts'

/** The guild's own fields changed; the wire object is made by who announces it, since it shows roles and emojis too. */
export const guildUpdate = eventType<{ guild: Guild; wire: Record<string, unknown> }>({
  name: 'GUILD_UPDATE',
  intents: () => Intent.GUILDS,
  seenBy: () => true,
  present: ({ wire }) => wire,
  apply: (view, { guild }) => {
    view.guild = guild
    view.epoch += 1
  },
})

/** The guild is no more, for everybody in it. */
export const guildDelete = eventType<Snowflake>({
  name: 'GUILD_DELETE',
  ends: true,
  intents: () => Intent.GUILDS,
  seenBy: () => true,
  present: (guildId) => ({ id: guildId.toString() }),
})
