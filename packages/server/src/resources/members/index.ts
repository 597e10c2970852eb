export { memberOf } from './member-of.ts'
export { presentMember, presentMemberOnly } from './present.ts'
export {
  count as countMembers,
  find as findMember,
  findIntegration,
  guildIdsOf,
  insert as insertMember,
  insertIntegration,
  list as listMembersById,
  page as pageMembers,
  remove as removeMember,
  update as updateMember,
} from './store.ts'
