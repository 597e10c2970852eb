import { deleteAnyGuild } from './delete-any-guild.ts'
import { listGuildSizes } from './list-guild-sizes.ts'

export const guildSizeOperations = [deleteAnyGuild, listGuildSizes]
