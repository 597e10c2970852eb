export { continueRemoval, failRemoval, removeMessagesOfBanned } from './actions/remove-messages.ts'
