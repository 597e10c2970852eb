export { settingsChanged } from './events.ts'
export { offersMail } from './rules.ts'
export { resealSettings, settingsOf } from './store.ts'
