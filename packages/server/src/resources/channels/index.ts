export { demandSlowmode } from './actions/slowmode.ts'
export {
  countGroupsOf,
  insertGroupRows,
  joinGroup,
  leaveGroup,
  listDms,
  setShown as showDm,
} from './dm-store.ts'
export { mayWriteTo, openDm } from './dms.ts'
export { channelDelete, dmClosed, dmCreate, dmUpdate } from './events.ts'
export { presentAs } from './obfuscate.ts'
export { isForum, isThread, presentChannel, presentDm, presentThread, presentThreadMetadata } from './present.ts'
export { removeWholeChannel } from './remove.ts'
export { invites } from './rules.ts'
export {
  find as findChannel,
  idsDownFrom as channelIdsDownFrom,
  insert as insertChannel,
  listArchived,
  listArchivedOf,
  listByIds as listChannelsById,
  listOfGuild as listChannels,
  listThreadsOf,
  newChannel,
  update as updateChannel,
  withLastMessages,
} from './store.ts'
export { checkTags } from './tags.ts'
export { presentThreadFor, presentThreadMember } from './thread-events.ts'
export {
  findThreadMember,
  listPrivateThreads,
  listThreadMembers,
  membershipsOf,
  privateThreadsOf,
  type ThreadMember,
} from './thread-store.ts'
export {
  addThreadMember,
  addThreadMembers,
  closeIdleThread,
  countDeleted,
  dropThreadMember,
  isOpenThread,
  startThread,
  wakeThread,
} from './threads.ts'
