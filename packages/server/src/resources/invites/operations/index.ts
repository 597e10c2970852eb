import { acceptInvite } from './accept-invite.ts'
import { createChannelInvite } from './create-channel-invite.ts'
import { inviteResolve } from './invite-resolve.ts'
import { inviteRevoke } from './invite-revoke.ts'
import { listChannelInvites } from './list-channel-invites.ts'
import { listGuildInvites } from './list-guild-invites.ts'

export const inviteOperations = [
  acceptInvite,
  createChannelInvite,
  inviteResolve,
  inviteRevoke,
  listChannelInvites,
  listGuildInvites,
]
