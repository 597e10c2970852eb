export { settingsChanged } from './events.ts'
export { offersMail } from './rules.ts'
export { areLinksPreviewed, resealSettings, settingsOf } from './store.ts'
