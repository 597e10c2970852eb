import { addLobbyMember } from './add-lobby-member.ts'
import { bulkUpdateLobbyMembers } from './bulk-update-lobby-members.ts'
import { createLobby } from './create-lobby.ts'
import { createOrJoinLobby } from './create-or-join-lobby.ts'
import { deleteLobby } from './delete-lobby.ts'
import { deleteLobbyMember } from './delete-lobby-member.ts'
import { editLobby } from './edit-lobby.ts'
import { getLobby } from './get-lobby.ts'
import { leaveLobby } from './leave-lobby.ts'

export const lobbyOperations = [
  addLobbyMember,
  bulkUpdateLobbyMembers,
  createLobby,
  createOrJoinLobby,
  deleteLobby,
  deleteLobbyMember,
  editLobby,
  getLobby,
  leaveLobby,
]
