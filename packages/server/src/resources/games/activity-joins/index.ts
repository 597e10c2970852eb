export { followedPresenceUpdate } from './events.ts'
