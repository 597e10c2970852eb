import { SubscriptionStatus } from '@guildhall/protocol'

const { ACTIVE, INACTIVE, ENDING } = SubscriptionStatus

/** What happens to a subscription after it was bought. */
export const SUBSCRIPTION_STEPS = ['cancel', 'resume', 'refund', 'fail', 'renew', 'period_over'] as const
export type SubscriptionStep = (typeof SUBSCRIPTION_STEPS)[number]

/** What becomes of what was granted: `end` lets it run out now, `revoke` takes it back. */
export type EntitlementEffect = 'keep' | 'grant' | 'end' | 'revoke'

export interface StepResult {
  readonly status: number
  readonly granted: EntitlementEffect
  /** A new period begins: where the old one ends, or now after a time without. */
  readonly period: 'same' | 'next' | 'new'
  readonly canceled: 'now' | 'never' | 'same'
}

const KEPT = { granted: 'keep', period: 'same', canceled: 'same' } as const

/**
 * One step of a subscription, or null where it cannot be taken. No version and no date changes the numbers: INACTIVE is 1
 * and ENDING 2. [SUB-1] [SUB-2] [SUB-3] [SUB-4] [SUB-5]
 */
export function afterStep(status: number, step: SubscriptionStep): StepResult | null {
  switch (step) {
    case 'cancel':
      return status === ACTIVE ? { ...KEPT, status: ENDING, canceled: 'now' } : null
    case 'resume':
      return status === ENDING ? { ...KEPT, status: ACTIVE, canceled: 'never' } : null
    case 'refund':
      return status === ACTIVE ? { ...KEPT, status: INACTIVE, granted: 'revoke' } : null
    case 'fail':
      return status === ACTIVE ? { ...KEPT, status: INACTIVE, granted: 'end' } : null
    case 'renew':
      return status === INACTIVE ? { status: ACTIVE, granted: 'grant', period: 'new', canceled: 'never' } : null
    case 'period_over':
      if (status === ENDING) return { ...KEPT, status: INACTIVE, granted: 'end' }
      return status === ACTIVE ? { ...KEPT, status: ACTIVE, period: 'next' } : null
  }
}

/** Who takes a step by asking for it: subscribers end and resume their own, all else is the seller's. */
export function mayTakeStep(actor: { seller: boolean; subscriber: boolean }, step: SubscriptionStep): boolean {
  if (step === 'period_over') return false
  if (actor.seller) return true
  return actor.subscriber && (step === 'cancel' || step === 'resume')
}
