import type { Operation } from '../../../kernel/operation.ts'
import { deleteMessageWithUser } from './delete-message-with-user.ts'
import { getDmWithUser } from './get-dm-with-user.ts'
import { listMessagesWithUser } from './list-messages-with-user.ts'
import { listMyMessageSummaries } from './list-my-message-summaries.ts'
import { sendMessageToUser } from './send-message-to-user.ts'
import { updateMessageWithUser } from './update-message-with-user.ts'
import { updateUserMessageExternalModerationMetadata } from './update-user-message-external-moderation-metadata.ts'

/** Operations on messages of games. */
export const gameMessageOperations: readonly Operation[] = [
  deleteMessageWithUser,
  getDmWithUser,
  listMessagesWithUser,
  listMyMessageSummaries,
  sendMessageToUser,
  updateMessageWithUser,
  updateUserMessageExternalModerationMetadata,
]
