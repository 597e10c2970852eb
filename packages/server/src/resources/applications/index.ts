export { find as findInstall, insert as insertInstall } from './install-store.ts'
export { ownedApplication } from './owned.ts'
export { flagFields, presentApplicationBrief, presentUsedApplication } from './present.ts'
export {
  find as findApplication,
  findOfBot as findApplicationOfBot,
  insert as insertApplication,
  update as updateApplication,
} from './store.ts'
