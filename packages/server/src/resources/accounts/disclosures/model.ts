import { ApplicationFlag } from '@guildhall/protocol'
import type { Application } from '../../../kernel/model.ts'

/** Disclosure of games: messages that players send from the game are visible outside it. */
const PARTNER_SDK_DATA_SHARING_MESSAGE = 3

/** Returns the disclosures that an application makes to its users. */
export function disclosuresOf({ flags }: Pick<Application, 'flags'>): number[] {
  return (flags & ApplicationFlag.SOCIAL_LAYER_INTEGRATION) === 0n ? [] : [PARTNER_SDK_DATA_SHARING_MESSAGE]
}
