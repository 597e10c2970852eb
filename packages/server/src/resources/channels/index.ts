export { demandMayMessage, openDm } from './actions/dms.ts'
export { createDm, deleteChannelRows, openDmFor } from './actions/save.ts'
export { demandSlowmode } from './actions/slowmode.ts'
export { findDm, listOpenDms } from './dm-store.ts'
export { channelCreate, channelDelete, channelUpdate } from './events.ts'
export { presentAs } from './hidden-present.ts'
export { isForum, isThread, isVoice, newChannel } from './model.ts'
export { presentChannel, presentDm, presentThread } from './present.ts'
export {
  findChannel,
  insertChannel,
  keepLastMessage,
  listChannelIdsDescending,
  listChannelsById,
  updateChannel,
} from './store.ts'
