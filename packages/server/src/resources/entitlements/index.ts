export {
  end as endEntitlement,
  grant as grantEntitlement,
  presentEntitlement,
  revoke as revokeEntitlement,
} from './entitlement.ts'
export { type Entitlement, list as listEntitlements, listHeld, listOfSubscription } from './store.ts'
