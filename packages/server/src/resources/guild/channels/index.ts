export { deleteGuildChannel } from './actions/delete.ts'
export { closeDm, demandMayMessage, openDm } from './actions/dms.ts'
export { addChannelOfNewGuild, createDm, deleteChannelRows, openDmFor } from './actions/save.ts'
export { deleteEndedSlowmodeUses, recordSlowmodeUse } from './actions/save-slowmode-use.ts'
export { demandSlowmode } from './actions/slowmode.ts'
export { updateGuildChannel } from './actions/update.ts'
export { findDm, listOpenDms } from './dm-store.ts'
export { channelCreate, channelDelete, channelUpdate } from './events.ts'
export { presentAs } from './hidden-present.ts'
export { LINK_PERMISSIONS } from './link-rules.ts'
export { isForum, isThread, isVoice, newChannel } from './model.ts'
export { presentChannel, presentDm, presentThread } from './present.ts'
export { ChannelBody, type ChannelRequest } from './requests.ts'
export { SlowmodeKind } from './slowmode-store.ts'
export {
  findChannel,
  insertChannel,
  keepLastMessage,
  listChannelIdsDescending,
  listChannelsById,
  updateChannel,
} from './store.ts'
