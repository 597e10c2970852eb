export { leaveGroupDms } from './actions/leave-all.ts'
export {
  createGroupDm,
  dissolveGroupDm,
  removeFromGroupDm,
  userOfGroupToken,
} from './actions/recipients.ts'
export { updateGroupDm } from './actions/update.ts'
