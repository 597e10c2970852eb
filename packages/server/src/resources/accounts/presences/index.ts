export { presenceUpdate, sessionPresenceChanged, userPresenceChanged } from './events.ts'
export {
  type FriendView,
  mergePresences,
  offlinePresence,
  onlinePresence,
  presenceForFriend,
  presenceForGuild,
  presenceInGame,
} from './model.ts'
export { presentPresence } from './present.ts'
export { type PresenceSource, readActivities, readPresence } from './requests.ts'
