export { isUnicodeEmoji } from './model.ts'
export {
  findEmoji,
  insertEmoji,
  listEmojisById,
  listGuildEmojis,
} from './store.ts'
