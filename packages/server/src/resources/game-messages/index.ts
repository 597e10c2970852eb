export { deleteExpiredGameMessages } from './actions/expire.ts'
export { privateChannelsForGame } from './actions/list-dms.ts'
