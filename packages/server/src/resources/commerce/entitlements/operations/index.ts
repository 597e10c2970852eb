import { consumeEntitlement } from './consume-entitlement.ts'
import { createEntitlement } from './create-entitlement.ts'
import { deleteEntitlement } from './delete-entitlement.ts'
import { getCurrentUserApplicationEntitlements } from './get-current-user-application-entitlements.ts'
import { getEntitlement } from './get-entitlement.ts'
import { getEntitlements } from './get-entitlements.ts'

export const entitlementOperations = [
  consumeEntitlement,
  createEntitlement,
  deleteEntitlement,
  getCurrentUserApplicationEntitlements,
  getEntitlement,
  getEntitlements,
]
