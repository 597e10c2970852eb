export {
  createGroupDm,
  dissolveGroupDm,
  editGroupDm,
  removeFromGroupDm,
  userOfGroupToken,
} from './actions/recipients.ts'
