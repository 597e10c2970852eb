import { allow, EntitlementOwnerType, refuse, SkuFlag, SkuType, type Verdict } from '@guildhall/protocol'

/** Who may be granted what, to try it out: a subscription goes to whom it is for, anything else to users. */
export function mayBeTested(sku: { type: number; flags: number }, ownerType: number): Verdict {
  if (sku.type === SkuType.SUBSCRIPTION_GROUP) return refuse('INVALID_SKU', 'a group is not subscribed to')
  const forGuilds = sku.type === SkuType.SUBSCRIPTION && (sku.flags & SkuFlag.GUILD_SUBSCRIPTION) !== 0
  const fits = forGuilds === (ownerType === EntitlementOwnerType.GUILD)
  return fits ? allow : refuse('INVALID_SKU', forGuilds ? 'is for guilds' : 'is for users')
}

/** Only what is used up by using it is consumed. */
export function mayConsume(sku: { type: number } | undefined): Verdict {
  if (sku?.type === SkuType.CONSUMABLE) return allow
  return refuse('ONLY_CONSUMABLES_CAN_BE_CONSUMED', `type ${sku?.type}`)
}

/** What somebody paid for stays. */
export function mayDelete(entitlement: { sandbox: number }): Verdict {
  if (entitlement.sandbox === 1) return allow
  return refuse('ONLY_SANDBOX_ENTITLEMENTS_CAN_BE_DELETED', 'was not made by the application')
}
