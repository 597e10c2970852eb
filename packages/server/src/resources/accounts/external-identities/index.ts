export { deleteIdentities, moveIdentities, saveIdentity } from './actions/save.ts'
export { isLinking } from './model.ts'
export { presentApplicationProfile, presentIdentity, profileDataOf } from './present.ts'
export { mayKeepProfiles } from './rules.ts'
export {
  findIdentity,
  listApplicationsKnowing,
  listIdentities,
  listIdentitiesOfUsers,
} from './store.ts'
