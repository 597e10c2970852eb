import type { Operation } from '../../../../kernel/operation.ts'
import { createLobbyMessage } from './create-lobby-message.ts'
import { deleteLobbyMessage } from './delete-lobby-message.ts'
import { deleteMessageWithUser } from './delete-message-with-user.ts'
import { getDmWithUser } from './get-dm-with-user.ts'
import { getLobbyMessages } from './get-lobby-messages.ts'
import { listMessagesWithUser } from './list-messages-with-user.ts'
import { listMyMessageSummaries } from './list-my-message-summaries.ts'
import { sendMessageToUser } from './send-message-to-user.ts'
import { updateLobbyMessage } from './update-lobby-message.ts'
import { updateLobbyMessageExternalModerationMetadata } from './update-lobby-message-external-moderation-metadata.ts'
import { updateMessageWithUser } from './update-message-with-user.ts'
import { updateUserMessageExternalModerationMetadata } from './update-user-message-external-moderation-metadata.ts'

/** Operations on messages of games. */
export const gameMessageOperations: readonly Operation[] = [
  createLobbyMessage,
  deleteLobbyMessage,
  deleteMessageWithUser,
  getDmWithUser,
  getLobbyMessages,
  listMessagesWithUser,
  listMyMessageSummaries,
  sendMessageToUser,
  updateLobbyMessage,
  updateLobbyMessageExternalModerationMetadata,
  updateMessageWithUser,
  updateUserMessageExternalModerationMetadata,
]
