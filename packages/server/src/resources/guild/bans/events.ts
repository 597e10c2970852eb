import { Intent, Permission, type Snowflake } from '@guildhall/protocol'
import { eventType } from '../../../kernel/event.ts'
import type { User } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'

function banEvent(key: string, name: string) {
  return eventType<{ guildId: Snowflake; user: User }>({
    key,
    name,
    intents: () => Intent.GUILD_MODERATION,
    visibleTo: (viewer) => viewer.mayInGuild(Permission.BAN_MEMBERS),
    present: ({ guildId, user }) => ({ guild_id: guildId.toString(), user: presentUser(user) }),
  })
}

export const guildBanAdd = banEvent('ban.added', 'GUILD_BAN_ADD')
export const guildBanRemove = banEvent('ban.removed', 'GUILD_BAN_REMOVE')
