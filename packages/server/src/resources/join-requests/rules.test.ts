import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mayAsk, mayDecide } from './rules.ts'

test('who waits asks once; a request is decided once', () => {
  assert.equal(mayAsk({ pending: true }, undefined).ok, true)
  assert.equal(mayAsk({ pending: true }, 'SUBMITTED').ok, false)
  assert.equal(mayAsk({ pending: true }, 'REJECTED').ok, true, 'after joining anew')
  assert.equal(mayAsk({ pending: false }, undefined).ok, false)
  assert.equal(mayDecide('SUBMITTED').ok, true)
  for (const status of ['STARTED', 'REJECTED', 'APPROVED'] as const) assert.equal(mayDecide(status).ok, false, status)
})
