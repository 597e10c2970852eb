export { saveLinkedLobby } from './actions/save.ts'
export { linkFields } from './rules.ts'
