export { demandAssignable } from './actions/edit.ts'
export { endTemporaryMemberships, endTemporaryMembershipsOf } from './actions/end-temporary.ts'
export { leaveGuilds } from './actions/leave-all.ts'
export { updateGuildTagOfUsers } from './actions/profile.ts'
export { createMember, removeMember, removeRole, saveMember, updateMembersOfUser } from './actions/save.ts'
export { presentMember } from './present.ts'
export { mayActOn, mayAssign, standingTo } from './rules.ts'
export {
  countMembersByRole,
  findMember,
  insertMember,
  listDistinguishedMembers,
  listGuildIdsOfUser,
  listGuildIdsOfUsers,
  listMembers,
  listMembersById,
  listMembersWithRole,
  listMembersWithUsers,
  listTemporaryUserIds,
  type MemberKey,
  searchMembers,
} from './store.ts'
