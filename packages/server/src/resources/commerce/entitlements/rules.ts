import { allow, EntitlementOwnerType, refuse, SkuFlag, SkuType, type Verdict } from '@guildhall/protocol'

/** Whether a SKU may be granted as a test: a subscription to the owner type it is for, any other SKU to users. */
export function mayGrantTest(sku: { type: number; flags: number }, ownerType: number): Verdict {
  if (sku.type === SkuType.SUBSCRIPTION_GROUP) return refuse('INVALID_SKU', 'subscription groups cannot be granted')
  const forGuilds = sku.type === SkuType.SUBSCRIPTION && (sku.flags & SkuFlag.GUILD_SUBSCRIPTION) !== 0
  const fits = forGuilds === (ownerType === EntitlementOwnerType.GUILD)
  return fits ? allow : refuse('INVALID_SKU', forGuilds ? 'is for guilds' : 'is for users')
}

/** Whether an entitlement to a SKU may be consumed. */
export function mayConsumeEntitlement(sku: { type: number } | undefined): Verdict {
  if (sku?.type === SkuType.CONSUMABLE) return allow
  return refuse('ONLY_CONSUMABLES_CAN_BE_CONSUMED', `type ${sku?.type}`)
}

/** Whether an entitlement may be deleted: only test entitlements. */
export function mayDeleteEntitlement(entitlement: { sandbox: number }): Verdict {
  if (entitlement.sandbox === 1) return allow
  return refuse('ONLY_SANDBOX_ENTITLEMENTS_CAN_BE_DELETED', 'is no test entitlement')
}
