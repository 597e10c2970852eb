import { ButtonStyle, ComponentType, type Faults, type FieldPath, SkuType, type Snowflake } from '@guildhall/protocol'
import type { StoreSession } from '../../kernel/store/store.ts'
import { findApplication } from '../applications/index.ts'
import { findSku } from '../skus/index.ts'

type Wire = Record<string, unknown>

/**
 * An application offers what it sells itself: a premium button of another's SKU, or of none, is refused.
 * @param ownerId the application, or its bot
 */
export async function refuseForeignSkus(
  session: StoreSession,
  components: readonly Wire[],
  ownerId: Snowflake,
  faults: Faults,
): Promise<void> {
  for (const { skuId, path } of premiumButtons(components, ['components'])) {
    const sku = await findSku(session, skuId)
    const seller = sku && (await findApplication(session, sku.application_id))
    const own = seller !== undefined && (seller.id === ownerId || seller.bot_id === ownerId)
    if (!own || sku?.type === SkuType.SUBSCRIPTION_GROUP)
      faults.add([...path, 'sku_id'], 'BASE_TYPE_CHOICES', 'Unknown SKU')
  }
}

function* premiumButtons(
  components: readonly Wire[],
  path: FieldPath,
): Generator<{ skuId: Snowflake; path: FieldPath }> {
  for (const [index, component] of components.entries()) {
    const here = [...path, index]
    const { type, style, sku_id, components: inside, accessory } = component
    if (type === ComponentType.BUTTON && style === ButtonStyle.PREMIUM)
      yield { skuId: BigInt(String(sku_id)), path: here }
    if (Array.isArray(inside)) yield* premiumButtons(inside, [...here, 'components'])
    if (typeof accessory === 'object' && accessory !== null) {
      for (const found of premiumButtons([accessory as Wire], [])) yield { ...found, path: [...here, 'accessory'] }
    }
  }
}
