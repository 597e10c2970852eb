import { addGuildMember } from './add-guild-member.ts'
import { addGuildMemberRole } from './add-guild-member-role.ts'
import { deleteGuildMember } from './delete-guild-member.ts'
import { deleteGuildMemberRole } from './delete-guild-member-role.ts'
import { getGuildMember } from './get-guild-member.ts'
import { getMyGuildMember } from './get-my-guild-member.ts'
import { listGuildMembers } from './list-guild-members.ts'
import { previewPruneGuild } from './preview-prune-guild.ts'
import { pruneGuild } from './prune-guild.ts'
import { searchGuildMembers } from './search-guild-members.ts'
import { updateGuildMember } from './update-guild-member.ts'
import { updateMyGuildMember } from './update-my-guild-member.ts'
import { updateMyNick } from './update-my-nick.ts'

export const memberOperations = [
  addGuildMember,
  addGuildMemberRole,
  deleteGuildMemberRole,
  deleteGuildMember,
  getGuildMember,
  getMyGuildMember,
  listGuildMembers,
  previewPruneGuild,
  pruneGuild,
  searchGuildMembers,
  updateGuildMember,
  updateMyGuildMember,
  updateMyNick,
]
