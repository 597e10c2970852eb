import { createAccount } from './create-account.ts'
import { createAccountLink } from './create-account-link.ts'
import { deleteAccountFactors } from './delete-account-factors.ts'
import { endAccountSessions } from './end-account-sessions.ts'
import { getAccount } from './get-account.ts'
import { listAccounts } from './list-accounts.ts'
import { removeAccountMessages } from './remove-account-messages.ts'
import { updateAccount } from './update-account.ts'

export const peopleOperations = [
  createAccount,
  createAccountLink,
  deleteAccountFactors,
  endAccountSessions,
  getAccount,
  listAccounts,
  removeAccountMessages,
  updateAccount,
]
