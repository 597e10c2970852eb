import type { Operation } from '../../../../kernel/operation.ts'
import { createLinkedLobbyGuildInviteForSelf } from './create-linked-lobby-guild-invite-for-self.ts'
import { createLinkedLobbyGuildInviteForUser } from './create-linked-lobby-guild-invite-for-user.ts'
import { editLobbyChannelLink } from './edit-lobby-channel-link.ts'

/** Operations on the channels that lobbies are linked to. */
export const linkedChannelOperations: readonly Operation[] = [
  createLinkedLobbyGuildInviteForSelf,
  createLinkedLobbyGuildInviteForUser,
  editLobbyChannelLink,
]
