export { endHeadlessSessionById } from './actions/expire.ts'
export { headlessSessionsAtStart } from './actions/restore.ts'
export { resealHeadlessSessions } from './store.ts'
