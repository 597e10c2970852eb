import { deleteAccount } from './delete-account.ts'
import { deleteMyAccount } from './delete-my-account.ts'

export const deletionOperations = [deleteAccount, deleteMyAccount]
