export {
  addOrigin,
  addRegistration,
  awaitDecision,
  removeOldRegistrations,
  removeRegistration,
} from './actions/save.ts'
export type { Registration } from './model.ts'
export {
  countOrigins,
  findRegistration,
  findRegistrationByName,
  listOrigins,
  listRegistrations,
  listRegistrationsByEmail,
} from './store.ts'
