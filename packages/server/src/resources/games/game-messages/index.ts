export { deleteExpiredGameMessages } from './actions/expire.ts'
export { findInvite } from './actions/find-invite.ts'
export {
  announceDirectMessage,
  announceDirectMessageDeletions,
  announceDirectMessageEdit,
} from './actions/game-webhooks.ts'
export { privateChannelsForGame } from './actions/list-dms.ts'
export { mirrorDeletions, mirrorEdit, mirrorNewMessage } from './actions/mirror.ts'
export { removeGameMessagesOf } from './actions/save.ts'
export { deleteMessagesOfLobby } from './actions/save-lobby-message.ts'
export { moveGameMessages, purgeGameMessages } from './actions/save-moved.ts'
