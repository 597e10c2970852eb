export {
  deleteIdentities,
  findIdentity,
  listApplicationsKnowing,
  listIdentities,
  moveIdentities,
  saveIdentity,
} from './store.ts'
