import { addMyMessageReaction } from './operations/add-my-message-reaction.ts'
import { bulkDeleteMessages } from './operations/bulk-delete-messages.ts'
import { createMessage } from './operations/create-message.ts'
import { createPin } from './operations/create-pin.ts'
import { crosspostMessage } from './operations/crosspost-message.ts'
import { deleteAllMessageReactions } from './operations/delete-all-message-reactions.ts'
import { deleteAllMessageReactionsByEmoji } from './operations/delete-all-message-reactions-by-emoji.ts'
import { deleteMessage } from './operations/delete-message.ts'
import { deleteMyMessageReaction } from './operations/delete-my-message-reaction.ts'
import { deletePin } from './operations/delete-pin.ts'
import { deleteUserMessageReaction } from './operations/delete-user-message-reaction.ts'
import { deprecatedCreatePin } from './operations/deprecated-create-pin.ts'
import { deprecatedDeletePin } from './operations/deprecated-delete-pin.ts'
import { deprecatedListPins } from './operations/deprecated-list-pins.ts'
import { getMessage } from './operations/get-message.ts'
import { listMessageReactionsByEmoji } from './operations/list-message-reactions-by-emoji.ts'
import { listMessages } from './operations/list-messages.ts'
import { listPins } from './operations/list-pins.ts'
import { updateMessage } from './operations/update-message.ts'

export { storeAttachments } from './attachments.ts'
export { changeMessage, deleteMessages } from './change.ts'
export { type Composition, composeMessage, MessageBody, MessageEditBody, type MessageRequest } from './compose.ts'
export { composeEdit, type Edit, editMessage } from './edit.ts'
export { type MessageEvent, messageCreate, messageDelete, messageUpdate } from './events.ts'
export { shownMessages } from './list.ts'
export { getMessage as loadMessage } from './load.ts'
export { MESSAGE_DEFAULTS, type Message, type ShownMessage } from './message.ts'
export { announce, type MessageDraft, messageOfDraft, type Place, postMessage, shownMessage } from './post.ts'
export { presentMessage } from './present.ts'
export { idsByAuthor as messageIdsByAuthor, idsOfChannel as messageIdsOfChannel } from './store.ts'

export const messageOperations = [
  listMessages,
  getMessage,
  createMessage,
  updateMessage,
  deleteMessage,
  bulkDeleteMessages,
  crosspostMessage,
  addMyMessageReaction,
  deleteMyMessageReaction,
  deleteUserMessageReaction,
  listMessageReactionsByEmoji,
  deleteAllMessageReactions,
  deleteAllMessageReactionsByEmoji,
  listPins,
  createPin,
  deletePin,
  deprecatedListPins,
  deprecatedCreatePin,
  deprecatedDeletePin,
]
