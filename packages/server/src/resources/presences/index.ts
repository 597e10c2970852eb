export { presenceUpdate } from './events.ts'
export { mergePresences, presenceForGuild } from './model.ts'
export { presentPresence } from './present.ts'
export { readPresence } from './requests.ts'
