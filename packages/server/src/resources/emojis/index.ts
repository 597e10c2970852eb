export { isUnicodeEmoji } from './model.ts'
export {
  findEmoji,
  insertEmoji,
  listEmojisById,
} from './store.ts'
