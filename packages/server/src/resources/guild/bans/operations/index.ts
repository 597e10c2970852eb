import { banUserFromGuild } from './ban-user-from-guild.ts'
import { bulkBanUsersFromGuild } from './bulk-ban-users-from-guild.ts'
import { getGuildBan } from './get-guild-ban.ts'
import { listGuildBans } from './list-guild-bans.ts'
import { unbanUserFromGuild } from './unban-user-from-guild.ts'

export const banOperations = [banUserFromGuild, bulkBanUsersFromGuild, getGuildBan, listGuildBans, unbanUserFromGuild]
