export { presentGuild } from './present.ts'
export { forgetChannel } from './settings.ts'
export { insert as insertGuild, list as listGuilds, loadView, update as updateGuild } from './store.ts'
