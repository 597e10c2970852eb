export { continueRemoval, failRemoval } from './actions/remove-messages.ts'
