import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayDecide, mayRequest } from './rules.ts'

test('mayRequest accepts a pending member without an open request, and mayDecide an open request', () => {
  assert.equal(mayRequest({ pending: true }, undefined).ok, true)
  assert.equal(mayRequest({ pending: true }, 'SUBMITTED').ok, false)
  assert.equal(mayRequest({ pending: true }, 'REJECTED').ok, true, 'after joining again')
  assert.equal(mayRequest({ pending: false }, undefined).ok, false)
  assert.equal(mayDecide('SUBMITTED').ok, true)
  for (const status of ['STARTED', 'REJECTED', 'APPROVED'] as const) assert.equal(mayDecide(status).ok, false, status)
})
