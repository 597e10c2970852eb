export { endEntitlement, grantEntitlement, revokeEntitlement } from './actions/save.ts'
export type { StoredEntitlement } from './model.ts'
export { presentEntitlement } from './present.ts'
export { listEntitlements, listEntitlementsOfSubscription, listHeldEntitlements } from './store.ts'
