export { addMember, changeMember, dropMember, dropRoleOfMembers, endTemporaryStays } from './change.ts'
export { changeUser, retag } from './change-user.ts'
export { guildMemberRemove } from './events.ts'
export { presentMember, presentMemberOnly } from './present.ts'
export { mayActOn, mayAssign } from './rules.ts'
export { searchMembers } from './search.ts'
export { getMember, standingTo } from './standing.ts'
export {
  countByRole as countMembersByRole,
  countSharedWith as countUsersSharedWith,
  find as findMember,
  guildIdsOf,
  insert as insertMember,
  list as listMembersById,
  listWithRole as listMembersWithRole,
  page as pageMembers,
  pageOfUsers as pageMembersWithUsers,
} from './store.ts'
export { count as countMembers } from './store-index.ts'
