export {
  endEntitlement,
  grantEntitlement,
  presentEntitlement,
  revokeEntitlement,
} from './actions/save.ts'
export {
  listEntitlements,
  listEntitlementsOfSubscription,
  listHeldEntitlements,
  type StoredEntitlement,
} from './store.ts'
