export { accountOf } from './actions/find-accounts.ts'
export { continueRemoval, failRemoval, removeMessagesOfBanned } from './actions/remove-messages.ts'
