export { isLinking } from './model.ts'
export { presentApplicationProfile } from './present.ts'
export {
  deleteIdentities,
  findIdentity,
  listApplicationsKnowing,
  listIdentities,
  listIdentitiesOfUsers,
  moveIdentities,
  saveIdentity,
} from './store.ts'
