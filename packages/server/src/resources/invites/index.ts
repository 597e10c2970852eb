export { admitMember } from './actions/admit.ts'
export { inviteExpired } from './actions/save.ts'
export { processTargetUsers } from './actions/target-users.ts'
export { addWidgetInvite, findWidgetInvite } from './actions/widget-invite.ts'
