import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dmsPaused, invitesPaused, mayPause, NO_INCIDENTS } from './incidents.ts'

const NOW = 1_000_000
const DAY = 86_400_000

test('a pause lasts a day at most', () => {
  assert.equal(mayPause(NOW + DAY, NOW).ok, true)
  assert.equal(mayPause(NOW + DAY + 1, NOW).ok, false)
  assert.equal(mayPause(null, NOW).ok, true)
  assert.equal(mayPause(NOW - 1, NOW).ok, true, 'a time gone by ends it')
})

test('what is paused, and until when', () => {
  const until = (at: number) => ({ ...NO_INCIDENTS, invites_disabled_until: at, dms_disabled_until: at })
  assert.equal(invitesPaused({ features: [], incidents: null }, NOW), false)
  assert.equal(invitesPaused({ features: ['INVITES_DISABLED'], incidents: null }, NOW), true)
  assert.equal(invitesPaused({ features: [], incidents: until(NOW + 1) }, NOW), true)
  assert.equal(invitesPaused({ features: [], incidents: until(NOW) }, NOW), false)
  assert.equal(dmsPaused({ incidents: null }, NOW), false)
  assert.equal(dmsPaused({ incidents: until(NOW + 1) }, NOW), true)
  assert.equal(dmsPaused({ incidents: until(NOW) }, NOW), false)
})
