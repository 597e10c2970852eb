export {
  channelWith,
  guildWith,
  permissionsOf,
  type VisibleChannel,
  type VisibleGuild,
  visibleChannel,
  visibleGuild,
} from './access.ts'
export { channelCreate, channelDelete, channelRowChanged, channelUpdate } from './events.ts'
export { canView, presentAs, type Visibility, visibilityOf } from './obfuscate.ts'
export { isThread, presentChannel, presentDm, presentThreadMetadata } from './present.ts'
export {
  find as findChannel,
  findDm,
  findGuildId as guildIdOfChannel,
  insert as insertChannel,
  insertDm,
  listDms,
  listOfGuild as listChannels,
  newChannel,
  update as updateChannel,
} from './store.ts'
export {
  presentThreadMember,
  type ThreadMember,
  threadCreate,
  threadMembersUpdate,
  threadUpdate,
} from './thread-events.ts'
