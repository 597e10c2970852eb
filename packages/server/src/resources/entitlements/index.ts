export {
  end as endEntitlement,
  grant as grantEntitlement,
  presentEntitlement,
  revoke as revokeEntitlement,
} from './entitlement.ts'
export { list as listEntitlements, listHeld, listOfSubscription, type StoredEntitlement } from './store.ts'
