export { find as findInstall } from './install-store.ts'
export { installForUser, listInstalls, removeInstall } from './installs.ts'
export { ownedApplication } from './owned.ts'
export { presentApplicationBrief, presentPublicApplication, presentUsedApplication } from './present.ts'
export { redirectFault } from './rules.ts'
export {
  find as findApplication,
  findOfBot as findApplicationOfBot,
  hold as holdApplication,
  insert as insertApplication,
  listById as listApplications,
  reseal as resealSigningKeys,
} from './store.ts'
