import { bulkUpdateGuildRoles } from './bulk-update-guild-roles.ts'
import { createGuildRole } from './create-guild-role.ts'
import { deleteGuildRole } from './delete-guild-role.ts'
import { getGuildRole } from './get-guild-role.ts'
import { guildRoleMemberCounts } from './guild-role-member-counts.ts'
import { listGuildRoles } from './list-guild-roles.ts'
import { updateGuildRole } from './update-guild-role.ts'

export const roleOperations = [
  bulkUpdateGuildRoles,
  createGuildRole,
  deleteGuildRole,
  getGuildRole,
  guildRoleMemberCounts,
  listGuildRoles,
  updateGuildRole,
]
