import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Verdict } from '@guildhall/protocol'
import { mayAdd, mayCreate, mayRemove } from './rules.ts'

const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)

test('mayCreate requires people only, 3 to 10 recipients (1 for applications) and fewer than 10 groups', () => {
  const group = { recipients: 3, bots: 0, created: 0, byApplication: false }
  for (const [fields, expected] of [
    [{}, 'ok'],
    [{ recipients: 2 }, 'INVALID_RECIPIENTS'],
    [{ recipients: 1, byApplication: true }, 'ok'],
    [{ recipients: 0, byApplication: true }, 'INVALID_RECIPIENTS'],
    [{ bots: 1 }, 'INVALID_RECIPIENTS'],
    [{ recipients: 10 }, 'ok'],
    [{ recipients: 11 }, 'TOO_MANY_RECIPIENTS'],
    [{ created: 9 }, 'ok'],
    [{ created: 10 }, 'TOO_MANY_GROUP_DMS'],
  ] as const)
    assert.equal(outcome(mayCreate({ ...group, ...fields })), expected, JSON.stringify(fields))
})

test('mayAdd rejects bots and an eleventh recipient', () => {
  assert.equal(outcome(mayAdd({ recipients: 9, bot: false })), 'ok')
  assert.equal(outcome(mayAdd({ recipients: 10, bot: false })), 'TOO_MANY_RECIPIENTS')
  assert.equal(outcome(mayAdd({ recipients: 1, bot: true })), 'INVALID_RECIPIENTS')
})

test('mayRemove allows the user, the owner and the application of the group', () => {
  const other = { self: false, owner: false, manages: false }
  assert.equal(outcome(mayRemove(other)), 'MISSING_PERMISSIONS')
  for (const key of ['self', 'owner', 'manages']) assert.equal(outcome(mayRemove({ ...other, [key]: true })), 'ok', key)
})
