import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EntitlementOwnerType, SkuFlag, SkuType, type Verdict } from '@guildhall/protocol'
import { mayConsumeEntitlement, mayDeleteEntitlement, mayGrantTest } from './rules.ts'

const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)

test('mayGrantTest() accepts the owner type of a subscription and users for other SKUs', () => {
  const { GUILD, USER } = EntitlementOwnerType
  const cases = [
    [SkuType.SUBSCRIPTION, SkuFlag.USER_SUBSCRIPTION, USER, 'ok'],
    [SkuType.SUBSCRIPTION, SkuFlag.USER_SUBSCRIPTION, GUILD, 'INVALID_SKU'],
    [SkuType.SUBSCRIPTION, SkuFlag.GUILD_SUBSCRIPTION, GUILD, 'ok'],
    [SkuType.SUBSCRIPTION, SkuFlag.GUILD_SUBSCRIPTION | SkuFlag.AVAILABLE, USER, 'INVALID_SKU'],
    [SkuType.DURABLE, SkuFlag.AVAILABLE, USER, 'ok'],
    [SkuType.CONSUMABLE, 0, USER, 'ok'],
    [SkuType.CONSUMABLE, 0, GUILD, 'INVALID_SKU'],
    [SkuType.SUBSCRIPTION_GROUP, SkuFlag.USER_SUBSCRIPTION, USER, 'INVALID_SKU'],
  ] as const
  for (const [type, flags, ownerType, expected] of cases)
    assert.equal(outcome(mayGrantTest({ type, flags }, ownerType)), expected, `${type} ${flags} ${ownerType}`)
})

test('only consumables are consumed and only test entitlements deleted', () => {
  for (const type of Object.values(SkuType))
    assert.equal(outcome(mayConsumeEntitlement({ type })), type === 3 ? 'ok' : 'ONLY_CONSUMABLES_CAN_BE_CONSUMED')
  assert.equal(outcome(mayConsumeEntitlement(undefined)), 'ONLY_CONSUMABLES_CAN_BE_CONSUMED')
  assert.equal(outcome(mayDeleteEntitlement({ sandbox: 1 })), 'ok')
  assert.equal(outcome(mayDeleteEntitlement({ sandbox: 0 })), 'ONLY_SANDBOX_ENTITLEMENTS_CAN_BE_DELETED')
})
