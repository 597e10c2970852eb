import type { Faults, MessageComponentObject, Snowflake } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import {
  checkMessageComponents,
  checkPremiumButtons,
  completeEmojis,
  emojiFaults,
  type MessageLayout,
} from '../../components/index.ts'

/** Returns components as a message stores them, with emojis and SKUs looked up. Adds faults for invalid ones. */
export async function resolveComponents(
  work: Work,
  requested: unknown,
  layout: MessageLayout,
  ownerId: Snowflake,
  faults: Faults,
): Promise<MessageComponentObject[]> {
  const { components, emojis } = checkMessageComponents(requested, layout, faults, ['components'])
  await completeEmojis(work, emojis, ownerId, emojiFaults(faults))
  // Faulty components may have any shape, so they are not searched for SKUs.
  if (!faults.any) await checkPremiumButtons(work, components, ownerId, faults)
  return components
}
