export {
  channelWith,
  guildWith,
  permissionsOf,
  type VisibleChannel,
  type VisibleGuild,
  visibleChannel,
  visibleGuild,
} from './access.ts'
export { isThread, presentChannel, presentDm, presentThreadMetadata } from './present.ts'
export {
  find as findChannel,
  findDm,
  findGuildId as guildIdOfChannel,
  insert as insertChannel,
  insertDm,
  listOfGuild as listChannels,
  remove as removeChannel,
  update as updateChannel,
} from './store.ts'
