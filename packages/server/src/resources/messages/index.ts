import { createMessage } from './operations/create-message.ts'
import { listMessages } from './operations/list-messages.ts'

export { messageCreate, messageDelete, messageDeleteBulk, messageUpdate } from './events.ts'
export { shownMessages } from './list.ts'
export type { Message, MessageData, ShownMessage } from './message.ts'
export { announce, type MessageDraft, type Place, postMessage, shownMessage } from './post.ts'
export { presentMessage } from './present.ts'

export const messageOperations = [createMessage, listMessages]
