export { guildRoleDelete } from './events.ts'
export { presentPartialRole, presentRole } from './present.ts'
export { markInPrompt } from './prompt.ts'
export { insert as insertRole, listOfGuild as listRoles, remove as removeRole, update as updateRole } from './store.ts'
