import { addMyMessageReaction } from './add-my-message-reaction.ts'
import { bulkDeleteMessages } from './bulk-delete-messages.ts'
import { createMessage } from './create-message.ts'
import { createPin } from './create-pin.ts'
import { deleteAllMessageReactions } from './delete-all-message-reactions.ts'
import { deleteAllMessageReactionsByEmoji } from './delete-all-message-reactions-by-emoji.ts'
import { deleteMessage } from './delete-message.ts'
import { deleteMyMessageReaction } from './delete-my-message-reaction.ts'
import { deletePin } from './delete-pin.ts'
import { deleteUserMessageReaction } from './delete-user-message-reaction.ts'
import { deprecatedCreatePin } from './deprecated-create-pin.ts'
import { deprecatedDeletePin } from './deprecated-delete-pin.ts'
import { deprecatedListPins } from './deprecated-list-pins.ts'
import { getAnswerVoters } from './get-answer-voters.ts'
import { getMessage } from './get-message.ts'
import { guildSearch } from './guild-search.ts'
import { listMessageReactionsByEmoji } from './list-message-reactions-by-emoji.ts'
import { listMessages } from './list-messages.ts'
import { listPins } from './list-pins.ts'
import { pollExpire } from './poll-expire.ts'
import { refreshAttachmentUrls } from './refresh-attachment-urls.ts'
import { unfurlUrls } from './unfurl-urls.ts'
import { updateMessage } from './update-message.ts'
import { voteOnPoll } from './vote-on-poll.ts'

export const messageOperations = [
  addMyMessageReaction,
  bulkDeleteMessages,
  createMessage,
  createPin,
  deleteAllMessageReactionsByEmoji,
  deleteAllMessageReactions,
  deleteMessage,
  deleteMyMessageReaction,
  deletePin,
  deleteUserMessageReaction,
  deprecatedCreatePin,
  deprecatedDeletePin,
  deprecatedListPins,
  getAnswerVoters,
  getMessage,
  guildSearch,
  listMessageReactionsByEmoji,
  listMessages,
  listPins,
  pollExpire,
  unfurlUrls,
  updateMessage,
  voteOnPoll,
  refreshAttachmentUrls,
]
