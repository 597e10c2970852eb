import { type GuildObject, Intent, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { Guild } from '../../../kernel/model.ts'

/** A guild's fields changed. The emitter passes the wire object, because it also contains roles and emojis. */
export const guildUpdate = eventType<{ guild: Guild; wire: GuildObject }>({
  key: 'guild.updated',
  name: 'GUILD_UPDATE',
  intents: () => Intent.GUILDS,
  visibleTo: () => true,
  changesPermissions: true,
  present: ({ wire }) => wire,
  apply: (view, { guild }) => {
    view.guild = guild
    view.epoch += 1
  },
})

/** A guild was deleted; sent to every member. */
export const guildDelete = eventType<Snowflake>({
  key: 'guild.deleted',
  name: 'GUILD_DELETE',
  effect: () => ({ kind: 'guild-ended' }),
  intents: () => Intent.GUILDS,
  visibleTo: () => true,
  present: (guildId) => ({ id: guildId.toString() }),
})
