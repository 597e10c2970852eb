export { addMember, changeMember, dropMember, dropRoleOfMembers } from './change.ts'
export { changeUser, retag } from './change-user.ts'
export { guildJoined, guildLeft, guildMemberRemove, guildMemberUpdate } from './events.ts'
export { memberOf } from './member-of.ts'
export { presentMember, presentMemberOnly } from './present.ts'
export { mayActOn } from './rules.ts'
export { searchMembers } from './search.ts'
export { getMember, standingTo } from './standing.ts'
export {
  countByRole as countMembersByRole,
  find as findMember,
  findIntegration,
  guildIdsOf,
  insert as insertMember,
  insertIntegration,
  list as listMembersById,
  page as pageMembers,
  pageOfUsers as pageMembersWithUsers,
} from './store.ts'
export { count as countMembers } from './store-index.ts'
