export { addMember, changeMember, dropMember, dropRoleOfMembers } from './change.ts'
export { changeUser, retag } from './change-user.ts'
export { guildJoined, guildLeft, guildMemberUpdate } from './events.ts'
export { memberOf } from './member-of.ts'
export { presentMember, presentMemberOnly } from './present.ts'
export { mayActOn } from './rules.ts'
export { standingTo } from './standing.ts'
export {
  count as countMembers,
  countByRole as countMembersByRole,
  find as findMember,
  findIntegration,
  guildIdsOf,
  insert as insertMember,
  insertIntegration,
  list as listMembersById,
  page as pageMembers,
  search as searchMembers,
} from './store.ts'
