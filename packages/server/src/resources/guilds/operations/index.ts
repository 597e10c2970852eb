import { createGuild } from './create-guild.ts'
import { getGuild } from './get-guild.ts'
import { leaveGuild } from './leave-guild.ts'
import { listMyGuilds } from './list-my-guilds.ts'
import { updateGuild } from './update-guild.ts'

export const guildOperations = [createGuild, getGuild, leaveGuild, listMyGuilds, updateGuild]
