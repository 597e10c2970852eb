export { disableWebhookEvents, saveApplication } from './actions/save-application.ts'
export { installForUser, listInstalls, removeInstall } from './actions/save-install.ts'
export { saveParent } from './actions/save-parent.ts'
export { findInstall } from './install-store.ts'
export { currentFlags } from './intent-rules.ts'
export { isPlayerOf } from './model.ts'
export { presentApplicationBrief, presentPublicApplication, presentUsedApplication } from './present.ts'
export { isPublicClient, redirectFault } from './rules.ts'
export {
  findApplication,
  findApplicationOfBot,
  insertApplication,
  listApplicationNames,
  listApplications,
  listChildren,
  lockApplication,
  resealSigningKeys,
} from './store.ts'
