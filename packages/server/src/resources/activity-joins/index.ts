export { type FollowedPresence, followedPresenceUpdate } from './events.ts'
