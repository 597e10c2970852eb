export { isUnicodeEmoji } from './model.ts'
export { presentEmoji } from './present.ts'
export { mayChangeExpression, mayCreateExpression } from './rules.ts'
export {
  findEmoji,
  insertEmoji,
  listEmojisById,
  listGuildEmojis,
} from './store.ts'
