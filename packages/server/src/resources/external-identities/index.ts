export { type ApplicationProfile, presentApplicationProfile } from './present.ts'
export {
  deleteIdentities,
  findIdentity,
  listApplicationsKnowing,
  listIdentities,
  listIdentitiesOfUsers,
  moveIdentities,
  saveIdentity,
} from './store.ts'
