import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareIds, newNonce, timeOfId } from './ids.ts'

test('compareIds orders ids of different lengths by age', () => {
  assert.ok(compareIds('99', '100') < 0)
  assert.ok(compareIds('101', '100') > 0)
  assert.equal(compareIds('100', '100'), 0)
})

test('newNonce returns ids that grow and carry the current time', () => {
  const [one, other] = [newNonce(), newNonce()]
  assert.ok(compareIds(one, other) < 0)
  assert.ok(Math.abs(timeOfId(one) - Date.now()) < 1_000)
})
