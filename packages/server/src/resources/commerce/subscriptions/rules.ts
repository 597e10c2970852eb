import { SubscriptionStatus } from '@guildhall/protocol'

const { ACTIVE, INACTIVE, ENDING } = SubscriptionStatus

/** Steps of a subscription after its purchase. */
export const SUBSCRIPTION_STEPS = ['cancel', 'resume', 'refund', 'fail', 'renew', 'period_over'] as const
export type SubscriptionStep = (typeof SUBSCRIPTION_STEPS)[number]

/** Effect of a step on the entitlements of a subscription: `end` lets them expire now, `revoke` deletes them. */
export type EntitlementEffect = 'keep' | 'grant' | 'end' | 'revoke'

/** State of a subscription after a step. */
export interface StepResult {
  readonly status: number
  readonly entitlements: EntitlementEffect
  /** A new period begins where the old one ends (`next`), or now, after an inactive time (`new`). */
  readonly period: 'same' | 'next' | 'new'
  readonly canceled: 'now' | 'never' | 'same'
}

const KEPT = { entitlements: 'keep', period: 'same', canceled: 'same' } as const

/**
 * Returns the state after a step, or null if the status does not allow it. The numbers are the same in every API
 * version and at every date: INACTIVE is 1 and ENDING 2. [SUB-1] [SUB-2] [SUB-3] [SUB-4] [SUB-5]
 */
export function afterStep(status: number, step: SubscriptionStep): StepResult | null {
  switch (step) {
    case 'cancel':
      return status === ACTIVE ? { ...KEPT, status: ENDING, canceled: 'now' } : null
    case 'resume':
      return status === ENDING ? { ...KEPT, status: ACTIVE, canceled: 'never' } : null
    case 'refund':
      return status === ACTIVE ? { ...KEPT, status: INACTIVE, entitlements: 'revoke' } : null
    case 'fail':
      return status === ACTIVE ? { ...KEPT, status: INACTIVE, entitlements: 'end' } : null
    case 'renew':
      return status === INACTIVE ? { status: ACTIVE, entitlements: 'grant', period: 'new', canceled: 'never' } : null
    case 'period_over':
      if (status === ENDING) return { ...KEPT, status: INACTIVE, entitlements: 'end' }
      return status === ACTIVE ? { ...KEPT, status: ACTIVE, period: 'next' } : null
  }
}

/** Whether a caller may request a step: subscribers cancel and resume, sellers do everything except end a period. */
export function mayTakeStep(actor: { seller: boolean; subscriber: boolean }, step: SubscriptionStep): boolean {
  if (step === 'period_over') return false
  if (actor.seller) return true
  return actor.subscriber && (step === 'cancel' || step === 'resume')
}
