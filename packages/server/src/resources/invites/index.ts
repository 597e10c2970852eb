export { arrive } from './arrive.ts'
export { inviteExpired } from './expire.ts'
export { findWidgetInvite, makeWidgetInvite } from './make.ts'
export { processTargets } from './target-users.ts'
