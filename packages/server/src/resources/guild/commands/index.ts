export { installsIn, isInstalledIn } from './actions/installs.ts'
export { deleteCommands, deleteCommandsOfRemovedIntegration, ensureEntryPoint } from './actions/save.ts'
export { checkInvocation } from './invocation-rules.ts'
export { checkLocalizations } from './localization-rules.ts'
export type { StoredCommand } from './model.ts'
export { checkChoiceList } from './option-rules.ts'
export { presentCommand, textsInLocale } from './present.ts'
export { LocalizationsField } from './requests.ts'
export {
  findCommand,
  listCommandPermissions,
  listCommandsById,
  listEntryPointApplicationIds,
} from './store.ts'
export { contextOf, type Installs, installsFor, invokerIn, mayUse } from './usage-rules.ts'
