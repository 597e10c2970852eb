export { retainFiles } from './actions/files.ts'
export { retainMessages } from './actions/messages.ts'
export { scheduleRetention } from './actions/schedule.ts'
