export { presenceIn, presenceUpdate, presentPresence } from './events.ts'
export { merged, readPresence } from './rules.ts'
