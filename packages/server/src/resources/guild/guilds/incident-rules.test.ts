import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dmsPaused, invitesPaused, mayMeetInDm, mayPause } from './incident-rules.ts'
import { NO_INCIDENTS } from './model.ts'

const NOW = 1_000_000
const DAY = 86_400_000
const pausedUntil = (at: number) => ({ ...NO_INCIDENTS, invites_disabled_until: at, dms_disabled_until: at })

test('mayPause accepts a pause of at most 24 hours', () => {
  assert.equal(mayPause(NOW + DAY, NOW).ok, true)
  assert.equal(mayPause(NOW + DAY + 1, NOW).ok, false)
  assert.equal(mayPause(null, NOW).ok, true)
  assert.equal(mayPause(NOW - 1, NOW).ok, true, 'a past instant ends the pause')
})

test('invitesPaused and dmsPaused hold before the end of a pause', () => {
  assert.equal(invitesPaused({ features: [], incidents: null }, NOW), false)
  assert.equal(invitesPaused({ features: ['INVITES_DISABLED'], incidents: null }, NOW), true)
  assert.equal(invitesPaused({ features: [], incidents: pausedUntil(NOW + 1) }, NOW), true)
  assert.equal(invitesPaused({ features: [], incidents: pausedUntil(NOW) }, NOW), false)
  assert.equal(dmsPaused({ incidents: null }, NOW), false)
  assert.equal(dmsPaused({ incidents: pausedUntil(NOW + 1) }, NOW), true)
  assert.equal(dmsPaused({ incidents: pausedUntil(NOW) }, NOW), false)
})

test('mayMeetInDm refuses users when all guilds that they share pause direct messages', () => {
  const paused = { incidents: pausedUntil(NOW + 1) }
  const open = { incidents: null }
  assert.equal(mayMeetInDm([], NOW).ok, true)
  assert.equal(mayMeetInDm([open], NOW).ok, true)
  assert.equal(mayMeetInDm([paused, open], NOW).ok, true)
  assert.equal(mayMeetInDm([paused, paused], NOW).ok, false)
  assert.equal(mayMeetInDm([paused], NOW + 1).ok, true, 'the pause has ended')
})
