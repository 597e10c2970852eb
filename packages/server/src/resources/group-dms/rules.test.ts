import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Verdict } from '@guildhall/protocol'
import { mayAdd, mayMake, mayRemove } from './rules.ts'

const said = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)

test('who makes a group of whom', () => {
  const group = { people: 3, bots: 0, made: 0, byApplication: false }
  for (const [fields, expected] of [
    [{}, 'ok'],
    [{ people: 2 }, 'INVALID_RECIPIENTS'],
    [{ people: 1, byApplication: true }, 'ok'],
    [{ people: 0, byApplication: true }, 'INVALID_RECIPIENTS'],
    [{ bots: 1 }, 'INVALID_RECIPIENTS'],
    [{ people: 10 }, 'ok'],
    [{ people: 11 }, 'TOO_MANY_RECIPIENTS'],
    [{ made: 9 }, 'ok'],
    [{ made: 10 }, 'TOO_MANY_GROUP_DMS'],
  ] as const)
    assert.equal(said(mayMake({ ...group, ...fields })), expected, JSON.stringify(fields))
})

test('who joins a group', () => {
  assert.equal(said(mayAdd({ people: 9, bot: false })), 'ok')
  assert.equal(said(mayAdd({ people: 10, bot: false })), 'TOO_MANY_RECIPIENTS')
  assert.equal(said(mayAdd({ people: 1, bot: true })), 'INVALID_RECIPIENTS')
})

test('who removes whom', () => {
  const nobody = { self: false, owner: false, manages: false }
  assert.equal(said(mayRemove(nobody)), 'MISSING_PERMISSIONS')
  for (const key of ['self', 'owner', 'manages']) assert.equal(said(mayRemove({ ...nobody, [key]: true })), 'ok', key)
})
