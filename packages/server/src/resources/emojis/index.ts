export { isUnicodeEmoji } from './model.ts'
export { mayChangeExpression, mayCreateExpression } from './rules.ts'
export {
  findEmoji,
  insertEmoji,
  listEmojisById,
  listGuildEmojis,
} from './store.ts'
