export { presenceUpdate } from './events.ts'
export { mergePresences, onlinePresence, presenceForGuild } from './model.ts'
export { presentPresence } from './present.ts'
export { type PresenceSource, readActivities, readPresence } from './requests.ts'
