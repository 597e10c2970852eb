import { createApplicationEmoji } from './create-application-emoji.ts'
import { createGuildEmoji } from './create-guild-emoji.ts'
import { deleteApplicationEmoji } from './delete-application-emoji.ts'
import { deleteGuildEmoji } from './delete-guild-emoji.ts'
import { getApplicationEmoji } from './get-application-emoji.ts'
import { getGuildEmoji } from './get-guild-emoji.ts'
import { listApplicationEmojis } from './list-application-emojis.ts'
import { listGuildEmojis } from './list-guild-emojis.ts'
import { updateApplicationEmoji } from './update-application-emoji.ts'
import { updateGuildEmoji } from './update-guild-emoji.ts'

export const emojiOperations = [
  createApplicationEmoji,
  createGuildEmoji,
  deleteApplicationEmoji,
  deleteGuildEmoji,
  getApplicationEmoji,
  getGuildEmoji,
  listApplicationEmojis,
  listGuildEmojis,
  updateApplicationEmoji,
  updateGuildEmoji,
]
