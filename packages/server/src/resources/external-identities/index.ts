export { isLinking } from './model.ts'
export { presentApplicationProfile, presentIdentity, profileDataOf } from './present.ts'
export { mayKeepProfiles } from './rules.ts'
export {
  deleteIdentities,
  findIdentity,
  listApplicationsKnowing,
  listIdentities,
  listIdentitiesOfUsers,
  moveIdentities,
  saveIdentity,
} from './store.ts'
