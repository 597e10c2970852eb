import { eventSource } from '../command.ts'
import { NoArguments } from '../commands/fields.ts'
import { InviteType, type JoinAction, type ReceivedInvite } from '../invites-host.ts'
import { rpcUser } from '../objects.ts'
import { PseudoScope } from '../scopes.ts'

/** Without invites there is nothing to end. */
const NOTHING = () => undefined

/** Declares the event with the secret to join or to spectate. */
function secretEvent(name: 'ACTIVITY_JOIN' | 'ACTIVITY_SPECTATE', action: JoinAction) {
  return eventSource({
    name,
    scope: ['rpc', PseudoScope.AUTHENTICATED, PseudoScope.LOCAL],
    args: NoArguments,
    subscribe: ({ host, session }, _args, dispatch) =>
      host.invites?.onSecret(session.application.id, action, (secret) => dispatch({ secret })) ?? NOTHING,
  })
}

const activityJoinRequest = eventSource({
  name: 'ACTIVITY_JOIN_REQUEST',
  scope: ['rpc', PseudoScope.LOCAL],
  args: NoArguments,
  subscribe: ({ host, session }, _args, dispatch) =>
    host.invites?.onRequest(session.application.id, (request) => dispatch(inviteData(request))) ?? NOTHING,
})

const activityInvite = eventSource({
  name: 'ACTIVITY_INVITE',
  scope: ['rpc', PseudoScope.LOCAL],
  args: NoArguments,
  subscribe: ({ host, session }, _args, dispatch) =>
    host.invites?.onInvite(session.application.id, (invite) => dispatch(inviteData(invite))) ?? NOTHING,
})

export const inviteEvents = [
  secretEvent('ACTIVITY_JOIN', InviteType.JOIN),
  secretEvent('ACTIVITY_SPECTATE', InviteType.SPECTATE),
  activityJoinRequest,
  activityInvite,
]

function inviteData({ user, activity, type, channelId, messageId }: ReceivedInvite): object {
  return { user: rpcUser(user), activity, type, channel_id: channelId, message_id: messageId }
}
