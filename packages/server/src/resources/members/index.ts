export { demandAssignable } from './actions/edit.ts'
export { endTemporaryMemberships } from './actions/end-temporary.ts'
export { createMember, removeMember, removeRole, saveMember } from './actions/save.ts'
export { saveUser, updateGuildTagOfUsers } from './actions/save-user.ts'
export { presentMember } from './present.ts'
export { mayActOn, mayAssign, standingTo } from './rules.ts'
export {
  countMembersByRole,
  countUsersSharedWith,
  findMember,
  insertMember,
  listGuildIdsOfUser,
  listMembers,
  listMembersById,
  listMembersWithRole,
  listMembersWithUsers,
  searchMembers,
} from './store.ts'
