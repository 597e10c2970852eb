export { channelsOf, threadsOf } from './channel-index.ts'
export {
  byPosition,
  type ChannelMove,
  movesBy,
  movesOnto,
  movesTo,
  type PlacedChannel,
  siblings,
} from './channel-order.ts'
export { channelLabel, channelName, displayName, dmPartner, holdsMessages, isDm, isThread } from './channels.ts'
export {
  type Actor,
  actorOf,
  mayActOn,
  mayAssign,
  mayDeleteRole,
  mayEditRole,
  mayGrant,
  mayRename,
  mayTimeOut,
  moved,
  rankOf,
  rolePositions,
  rolesFromTop,
} from './hierarchy.ts'
export { type ChannelGroup, channelGroups, joinedThreads, newestFirst, sortedDms, sortedGuilds } from './lists.ts'
export { type ListedMember, type MemberGroup, MemberGroups } from './member-groups.ts'
export {
  managesByOverwrite,
  maySetOverwrite,
  type OverwriteActor,
  type PermissionState,
  privateOverwrites,
  sameOverwrites,
  stateOf,
  withState,
} from './overwrites.ts'
export { maySend, nextDeadline, permissionsIn, permissionsInGuild } from './own-permissions.ts'
export { channelPermissions, DIRECT_PERMISSIONS, guildPermissions, memberFacts } from './permissions.ts'
export { allowed, type Decision, needs, type RefusalReason, refused } from './refusal.ts'
export { isUnread, mentionCount, newestMessageId, type UnreadMarks, unreadDirect, unreadIn } from './unread.ts'
