export { installForUser, listInstalls, removeInstall } from './actions/install.ts'
export { findInstall } from './install-store.ts'
export { presentApplicationBrief, presentPublicApplication, presentUsedApplication } from './present.ts'
export { redirectFault } from './rules.ts'
export {
  findApplication,
  findApplicationOfBot,
  insertApplication,
  listApplications,
  lockApplication,
  resealSigningKeys,
} from './store.ts'
