export { storeAttachments } from './attachments.ts'
export { changeMessage, deleteMessages } from './change.ts'
export { composeMessage } from './compose.ts'
export { applicationAsReader, presentFor as presentMessageFor, presentTarget } from './content.ts'
export { COPIED_FIELDS, type CrosspostChanged, updateCopiesLater } from './crosspost.ts'
export {
  insert as insertCrosspost,
  list as listCrossposts,
  remove as removeCrossposts,
} from './crosspost-store.ts'
export { composeEdit, editMessage } from './edit.ts'
export { messageCreate, messageDelete, messageUpdate } from './events.ts'
export { shownMessages } from './list.ts'
export { getMessage as loadMessage, messageWith } from './load.ts'
export { ALLOWED_BY_DEFAULT, mentionsIn } from './mentions.ts'
export type { Message, ShownMessage } from './message.ts'
export { pollExpired } from './polls.ts'
export {
  announce,
  announceThread,
  type MessageDraft,
  messageOfDraft,
  type Place,
  postMessage,
  shownMessage,
} from './post.ts'
export { presentAttachment } from './present-files.ts'
export { presentOwn } from './present-own.ts'
export { recordFilesOfMessages } from './record-files.ts'
export { fileBytesMax } from './rules.ts'
export { MessageBody, MessageEditBody } from './schema.ts'
export { forgetTexts, indexMessages, indexState } from './search/indexing.ts'
export { phrasesOf, wordsOf } from './search/words.ts'
export { find as findMessage, idsByAuthor as messageIdsByAuthor } from './store.ts'
