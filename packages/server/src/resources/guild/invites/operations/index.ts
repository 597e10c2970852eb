import { acceptInvite } from './accept-invite.ts'
import { createChannelInvite } from './create-channel-invite.ts'
import { getInviteTargetUsers } from './get-invite-target-users.ts'
import { getInviteTargetUsersJobStatus } from './get-invite-target-users-job-status.ts'
import { inviteResolve } from './invite-resolve.ts'
import { inviteRevoke } from './invite-revoke.ts'
import { listChannelInvites } from './list-channel-invites.ts'
import { listGuildInvites } from './list-guild-invites.ts'
import { updateInviteTargetUsers } from './update-invite-target-users.ts'

export const inviteOperations = [
  acceptInvite,
  createChannelInvite,
  getInviteTargetUsers,
  getInviteTargetUsersJobStatus,
  inviteResolve,
  inviteRevoke,
  listChannelInvites,
  listGuildInvites,
  updateInviteTargetUsers,
]
