export type { StoredCommand } from './command.ts'
export { contextOf, type Installs, installsIn, isInstalledIn } from './installs.ts'
export { checkInvocation } from './invocation.ts'
export { checkLocalizations, LocalizationsField, textsInLocale } from './locales.ts'
export { insertDefaultEntryPoint, integrationRemoved } from './manage.ts'
export { checkChoiceList } from './options.ts'
export { presentCommand } from './present.ts'
export {
  find as findCommand,
  listById as listCommandsById,
  listPermissions as listCommandPermissions,
} from './store.ts'
export { installsFor, invokerIn, isUsable } from './usable.ts'
