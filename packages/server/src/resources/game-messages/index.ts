export { deleteExpiredGameMessages } from './actions/expire.ts'
export { findInvite, type Invite } from './actions/find-invite.ts'
export { privateChannelsForGame } from './actions/list-dms.ts'
export { mirrorDeletions, mirrorEdit, mirrorNewMessage } from './actions/mirror.ts'
