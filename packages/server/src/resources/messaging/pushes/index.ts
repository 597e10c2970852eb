export { schedulePushes } from './actions/after-message.ts'
export { notifyRecipients } from './actions/notify.ts'
