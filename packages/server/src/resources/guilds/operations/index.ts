import { createGuild } from './create-guild.ts'
import { deleteGuild } from './delete-guild.ts'
import { getGuild } from './get-guild.ts'
import { leaveGuild } from './leave-guild.ts'
import { listMyGuilds } from './list-my-guilds.ts'
import { setMyPrimaryGuild } from './set-my-primary-guild.ts'
import { updateGuild } from './update-guild.ts'
import { updateGuildProfile } from './update-guild-profile.ts'

export const guildOperations = [
  createGuild,
  deleteGuild,
  getGuild,
  leaveGuild,
  listMyGuilds,
  setMyPrimaryGuild,
  updateGuild,
  updateGuildProfile,
]
