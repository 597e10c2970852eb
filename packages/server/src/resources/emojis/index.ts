export { presentEmoji } from './present.ts'
export {
  insert as insertEmoji,
  listOfApplication as listApplicationEmojis,
  listOfGuild as listGuildEmojis,
} from './store.ts'
