import { addGuildMemberRole } from './add-guild-member-role.ts'
import { deleteGuildMemberRole } from './delete-guild-member-role.ts'
import { deleteGuildMember } from './delete-guild-member.ts'
import { getGuildMember } from './get-guild-member.ts'
import { listGuildMembers } from './list-guild-members.ts'
import { searchGuildMembers } from './search-guild-members.ts'
import { updateGuildMember } from './update-guild-member.ts'
import { updateMyGuildMember } from './update-my-guild-member.ts'

export const memberOperations = [
  addGuildMemberRole,
  deleteGuildMemberRole,
  deleteGuildMember,
  getGuildMember,
  listGuildMembers,
  searchGuildMembers,
  updateGuildMember,
  updateMyGuildMember,
]
