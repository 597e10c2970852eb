import type { EntitlementTable } from '../../../kernel/store/account-tables.ts'

/** Right of a user or guild to a SKU. Its flags are stored as 0 and 1. */
export type StoredEntitlement = { readonly [K in keyof EntitlementTable]: EntitlementTable[K] }
