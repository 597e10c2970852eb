import { ButtonStyle, ComponentType, type Faults, type FieldPath, SkuType, type Snowflake } from '@guildhall/protocol'
import type { StoreSession } from '../../../../kernel/store/store.ts'
import { findApplication } from '../../../accounts/applications/index.ts'
import { findSku } from '../../../commerce/skus/index.ts'
import type { ComponentNode } from '../model.ts'

/**
 * Adds faults for premium buttons whose SKU does not exist, is a subscription group, or belongs to another application.
 * @param ownerId id of the application or of its bot
 */
export async function checkPremiumButtons(
  session: StoreSession,
  components: readonly ComponentNode[],
  ownerId: Snowflake,
  faults: Faults,
): Promise<void> {
  for (const { skuId, path } of premiumButtons(components, ['components'])) {
    const sku = await findSku(session, skuId)
    const seller = sku && (await findApplication(session, sku.application_id))
    const isOwn = seller !== undefined && (seller.id === ownerId || seller.bot_id === ownerId)
    if (!isOwn || sku?.type === SkuType.SUBSCRIPTION_GROUP)
      faults.add([...path, 'sku_id'], 'BASE_TYPE_CHOICES', 'Unknown SKU')
  }
}

interface PremiumButton {
  skuId: Snowflake
  path: FieldPath
}

function* premiumButtons(components: readonly ComponentNode[], path: FieldPath): Generator<PremiumButton> {
  for (const [index, component] of components.entries()) yield* premiumButtonsIn(component, [...path, index])
}

function* premiumButtonsIn(component: ComponentNode, path: FieldPath): Generator<PremiumButton> {
  if (component.type === ComponentType.BUTTON && component.style === ButtonStyle.PREMIUM)
    yield { skuId: BigInt(component.sku_id ?? 0), path }
  if ('components' in component) yield* premiumButtons(component.components, [...path, 'components'])
  if ('accessory' in component) yield* premiumButtonsIn(component.accessory, [...path, 'accessory'])
}
