export { presenceIn, presenceUpdate, presentPresence } from './events.ts'
export { merged, readPresence, type SessionPresence } from './rules.ts'
