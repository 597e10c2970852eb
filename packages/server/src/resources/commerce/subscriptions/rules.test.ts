import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SubscriptionStatus } from '@guildhall/protocol'
import { afterStep, mayTakeStep, SUBSCRIPTION_STEPS } from './rules.ts'

test('[SUB-1] [SUB-2] [SUB-5] SubscriptionStatus has the documented numbers', () => {
  assert.deepEqual(SubscriptionStatus, { ACTIVE: 0, INACTIVE: 1, ENDING: 2 })
})

test('[SUB-4] afterStep() accepts the documented steps of every status only', () => {
  const cases = [
    [0, 'cancel', '2 keep same now'],
    [0, 'resume', null],
    [0, 'refund', '1 revoke same same'],
    [0, 'fail', '1 end same same'],
    [0, 'renew', null],
    [0, 'period_over', '0 keep next same'],
    [1, 'cancel', null],
    [1, 'resume', null],
    [1, 'refund', null],
    [1, 'fail', null],
    [1, 'renew', '0 grant new never'],
    [1, 'period_over', null],
    [2, 'cancel', null],
    [2, 'resume', '0 keep same never'],
    [2, 'refund', null],
    [2, 'fail', null],
    [2, 'renew', null],
    [2, 'period_over', '1 end same same'],
  ] as const
  assert.equal(cases.length, 3 * SUBSCRIPTION_STEPS.length)
  for (const [status, step, expected] of cases) {
    const next = afterStep(status, step)
    const outcome = next && `${next.status} ${next.entitlements} ${next.period} ${next.canceled}`
    assert.equal(outcome, expected, `${status} ${step}`)
  }
})

test('[SUB-4] mayTakeStep() lets subscribers cancel and resume, and sellers request every step', () => {
  for (const step of SUBSCRIPTION_STEPS) {
    const byClock = step === 'period_over'
    const own = step === 'cancel' || step === 'resume'
    assert.equal(mayTakeStep({ seller: true, subscriber: false }, step), !byClock, step)
    assert.equal(mayTakeStep({ seller: false, subscriber: true }, step), own, step)
    assert.equal(mayTakeStep({ seller: false, subscriber: false }, step), false, step)
  }
})
