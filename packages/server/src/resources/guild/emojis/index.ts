export { restoreEmoji } from './actions/save.ts'
export { checkEmojiName, isUnicodeEmoji } from './model.ts'
export {
  findEmoji,
  listEmojisById,
} from './store.ts'
