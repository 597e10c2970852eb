export { restoreEmoji } from './actions/save.ts'
export { isUnicodeEmoji } from './model.ts'
export {
  findEmoji,
  listEmojisById,
} from './store.ts'
