export { inviteExpired } from './expire.ts'
export { findWidgetInvite, makeWidgetInvite } from './make.ts'
