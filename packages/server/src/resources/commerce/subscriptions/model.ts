import type { Instant, Snowflake } from '@guildhall/protocol'
import type { SubscriptionTable } from '../../../kernel/store/account-tables.ts'

/** Subscription of a user to a SKU, for the user or for a guild. */
export type StoredSubscription = { readonly [K in keyof SubscriptionTable]: SubscriptionTable[K] }

/** Subscription with the ids of its live entitlements. */
export interface HydratedSubscription {
  readonly subscription: StoredSubscription
  readonly entitlementIds: readonly Snowflake[]
}

/** Returns the same day and time a month later, or the last day of a shorter month. */
export function monthAfter(at: Instant): Instant {
  const date = new Date(at)
  const days = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 2, 0)).getUTCDate()
  const day = Math.min(date.getUTCDate(), days)
  const time = at - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate())
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, day) + time
}
