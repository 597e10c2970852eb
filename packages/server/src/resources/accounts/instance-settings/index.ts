export { offersMail, settingsOf } from './actions/settings.ts'
export { resealSettings } from './store.ts'
