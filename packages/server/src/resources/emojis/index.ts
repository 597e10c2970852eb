export { presentEmoji } from './present.ts'
export { mayChange as mayChangeExpression, mayCreate as mayCreateExpression } from './rules.ts'
export {
  find as findEmoji,
  insert as insertEmoji,
  listByIds as listEmojisById,
  listOfGuild as listGuildEmojis,
} from './store.ts'
export { isUnicodeEmoji } from './unicode.ts'
