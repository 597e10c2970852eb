import Type from 'typebox'
import { RpcError } from '../codes.ts'
import { type Context, command } from '../command.ts'
import { type InvitesHost, InviteType } from '../invites-host.ts'
import { PseudoScope } from '../scopes.ts'
import { Id } from './fields.ts'

const SCOPE = ['rpc', PseudoScope.LOCAL]
const CONTENT_MAX = 2_000
/** Process of the game. Libraries leave it out. */
const Pid = Type.Optional(Type.Integer())
const Action = Type.Union([Type.Literal(InviteType.JOIN), Type.Literal(InviteType.SPECTATE)])

/** Accepts a request to join: the user receives an invite. */
const sendActivityJoinInvite = command({
  name: 'SEND_ACTIVITY_JOIN_INVITE',
  scope: SCOPE,
  args: Type.Object({ user_id: Id, pid: Pid }),
  run: (context, { user_id }) => invitesOf(context).acceptRequest(context.session.application.id, user_id),
})

/** Declares the command that closes a request to join, by one of its two names. */
function closeActivityJoinRequest(name: 'CLOSE_ACTIVITY_JOIN_REQUEST' | 'CLOSE_ACTIVITY_REQUEST') {
  return command({
    name,
    scope: SCOPE,
    args: Type.Object({ user_id: Id }),
    run: (context, { user_id }) => invitesOf(context).closeRequest(context.session.application.id, user_id),
  })
}

const activityInviteUser = command({
  name: 'ACTIVITY_INVITE_USER',
  scope: SCOPE,
  args: Type.Object({
    user_id: Id,
    type: Action,
    content: Type.Optional(Type.String({ maxLength: CONTENT_MAX })),
    pid: Pid,
  }),
  run: (context, { user_id, type, content }) =>
    invitesOf(context).invite(context.session.application.id, user_id, type, content),
})

/** Accepts an invite: ACTIVITY_JOIN or ACTIVITY_SPECTATE follows with the secret. */
const acceptActivityInvite = command({
  name: 'ACCEPT_ACTIVITY_INVITE',
  scope: SCOPE,
  args: Type.Object({
    type: Action,
    user_id: Id,
    session_id: Type.String({ minLength: 1, maxLength: 100 }),
    channel_id: Id,
    message_id: Id,
    application_id: Type.Optional(Id),
  }),
  run(context, { type, user_id, session_id, channel_id, message_id, application_id }) {
    const { id } = context.session.application
    // A game receives secrets of its own activities only.
    if (application_id !== undefined && application_id !== id)
      throw new RpcError('INVALID_CLIENTID', `The invite is to another application: ${application_id}`)
    return invitesOf(context).accept({
      applicationId: id,
      action: type,
      userId: user_id,
      sessionId: session_id,
      channelId: channel_id,
      messageId: message_id,
    })
  },
})

export const inviteCommands = [
  sendActivityJoinInvite,
  closeActivityJoinRequest('CLOSE_ACTIVITY_JOIN_REQUEST'),
  closeActivityJoinRequest('CLOSE_ACTIVITY_REQUEST'),
  activityInviteUser,
  acceptActivityInvite,
]

function invitesOf({ host }: Context): InvitesHost {
  if (!host.invites) throw new RpcError('SERVICE_UNAVAILABLE', 'This client carries no invites.')
  return host.invites
}
