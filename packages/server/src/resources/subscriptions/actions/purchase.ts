import { ApiError, EntitlementType, SkuFlag, SkuType, type Snowflake } from '@guildhall/protocol'
import { memberInGuild } from '../../../access/member.ts'
import type { Work } from '../../../kernel/work.ts'
import { grantEntitlement, listEntitlements, type StoredEntitlement } from '../../entitlements/index.ts'

import type { StoredSku } from '../../skus/index.ts'
import { findUser } from '../../users/index.ts'
import type { StoredSubscription } from '../store.ts'
import { subscribe } from './save.ts'

export interface Purchase {
  readonly sku: StoredSku
  readonly userId: Snowflake
  /** For whom a guild's subscription is bought. */
  readonly guildId: Snowflake | null
  /** Has the payment come? Without it a subscription waits; other things are not bought. */
  readonly paid: boolean
}

/** What is bought by a user: a subscription, or something for good of which nobody holds two at a time. */
export async function purchase(
  work: Work,
  { sku, userId, guildId, paid }: Purchase,
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
  return { entitlement: await grantEntitlement(work, { ...bought, type: EntitlementType.PURCHASE }) }
}
