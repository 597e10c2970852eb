export { activityForMessage } from './actions/resolve.ts'
export { followedPresenceUpdate } from './events.ts'
