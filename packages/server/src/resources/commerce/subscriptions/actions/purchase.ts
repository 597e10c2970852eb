import { ApiError, EntitlementType, SkuFlag, SkuType, type Snowflake } from '@guildhall/protocol'
import { memberInGuild } from '../../../../access/member.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findUser } from '../../../accounts/users/index.ts'
import { grantEntitlement, listEntitlements, type StoredEntitlement } from '../../entitlements/index.ts'
import type { StoredSku } from '../../skus/index.ts'
import type { StoredSubscription } from '../model.ts'
import { subscribe } from './save.ts'

/** Purchase of a user. */
export interface Purchase {
  readonly sku: StoredSku
  readonly userId: Snowflake
  /** Guild that a guild subscription is for. */
  readonly guildId: Snowflake | null
  /** The payment has arrived. Without it a subscription stays inactive, and other SKUs cannot be bought. */
  readonly paid: boolean
  /** Whether the owner of the application tries the purchase. A subscription is the same in test mode. */
  readonly testMode?: boolean
}

/**
 * Carries out a purchase: creates a subscription, or grants an entitlement without an end, of which a user holds one at
 * a time.
 *
 * @throws ApiError INVALID_SKU, UNKNOWN_USER, UNKNOWN_GUILD, ENTITLEMENT_ALREADY_GRANTED
 */
export async function purchase(
  work: Work,
  { sku, userId, guildId, paid, testMode = false }: Purchase,
): Promise<{ subscription: StoredSubscription } | { entitlement: StoredEntitlement }> {
  if (sku.type === SkuType.SUBSCRIPTION_GROUP || (sku.flags & SkuFlag.AVAILABLE) === 0)
    throw new ApiError('INVALID_SKU')
  if (!(await findUser(work, userId))) throw new ApiError('UNKNOWN_USER')
  const forGuild = (sku.flags & SkuFlag.GUILD_SUBSCRIPTION) !== 0
  if (forGuild !== (guildId !== null)) throw new ApiError('INVALID_SKU')
  const view = guildId === null ? null : await work.view(guildId)
  if (guildId !== null && (!view || !(await memberInGuild(work, view, userId)))) throw new ApiError('UNKNOWN_GUILD')
  const bought = { application_id: sku.application_id, sku_id: sku.id, user_id: userId, guild_id: guildId }
  if (sku.type === SkuType.SUBSCRIPTION) return { subscription: await subscribe(work, bought, paid) }
  if (!paid) throw new ApiError('INVALID_SKU')
  const held = await listEntitlements(work, sku.application_id, {
    userId,
    skuIds: [sku.id],
    limit: 1,
    notEndedAt: work.now,
    deleted: false,
    consumed: false,
  })
  if (held.length > 0) throw new ApiError('ENTITLEMENT_ALREADY_GRANTED')
  const type = testMode ? EntitlementType.TEST_MODE_PURCHASE : EntitlementType.PURCHASE
  return { entitlement: await grantEntitlement(work, { ...bought, type, ...(testMode && { sandbox: true }) }) }
}
