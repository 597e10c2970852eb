import { addGroupDmUser } from './add-group-dm-user.ts'
import { deleteGroupDmUser } from './delete-group-dm-user.ts'

export const groupDmOperations = [addGroupDmUser, deleteGroupDmUser]
