import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EntitlementOwnerType, SkuFlag, SkuType, type Verdict } from '@guildhall/protocol'
import { mayBeTested, mayConsume, mayDelete } from './rules.ts'

const said = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)

test('who may be granted what, to try it out', () => {
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
    assert.equal(said(mayBeTested({ type, flags }, ownerType)), expected, `${type} ${flags} ${ownerType}`)
})

test('what is consumed, and what is deleted', () => {
  for (const type of Object.values(SkuType))
    assert.equal(said(mayConsume({ type })), type === 3 ? 'ok' : 'ONLY_CONSUMABLES_CAN_BE_CONSUMED')
  assert.equal(said(mayConsume(undefined)), 'ONLY_CONSUMABLES_CAN_BE_CONSUMED')
  assert.equal(said(mayDelete({ sandbox: 1 })), 'ok')
  assert.equal(said(mayDelete({ sandbox: 0 })), 'ONLY_SANDBOX_ENTITLEMENTS_CAN_BE_DELETED')
})
