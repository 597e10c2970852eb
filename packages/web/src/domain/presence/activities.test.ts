import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activityLine, assetUrl, firstActivity, timeOfActivity } from './activities.ts'

test('activityLine names what is done, or what the activity wants to show', () => {
  const chess = { name: 'Chess', type: 0, state: 'In a match', details: 'Ranked' }
  assert.equal(activityLine(chess), 'Playing Chess')
  assert.equal(activityLine({ ...chess, status_display_type: 1 }), 'Playing In a match')
  assert.equal(activityLine({ ...chess, status_display_type: 2, type: 2 }), 'Listening to Ranked')
  assert.equal(activityLine({ name: 'Chess', type: 0, status_display_type: 1 }), 'Playing Chess')
  assert.equal(activityLine({ name: 'Custom Status', type: 4, state: 'busy', emoji: { name: '🔥' } }), '🔥 busy')
})

test('firstActivity prefers the own text, unless it is empty', () => {
  const chess = { name: 'Chess', type: 0 }
  const own = { name: 'Custom Status', type: 4, state: 'busy' }
  assert.equal(firstActivity([chess, own]), own)
  assert.equal(firstActivity([{ ...own, state: '' }, chess]), chess)
  assert.equal(firstActivity([]), undefined)
})

test('timeOfActivity counts down to the end before it counts up from the start', () => {
  const now = 10_000_000
  assert.equal(timeOfActivity({ timestamps: { start: now - 65_000 } }, now), 'for 1:05')
  assert.equal(timeOfActivity({ timestamps: { start: now - 7_265_000 } }, now), 'for 2:01:05')
  assert.equal(timeOfActivity({ timestamps: { start: 1, end: now + 5_000 } }, now), '0:05 left')
  assert.equal(timeOfActivity({ timestamps: { end: now - 1 } }, now), null)
  assert.equal(timeOfActivity({}, now), null)
})

test('assetUrl reads ids of the application and web addresses only', () => {
  assert.equal(assetUrl('7', '12'), '/cdn/app-assets/7/12.webp?size=128')
  assert.equal(assetUrl(undefined, '12'), null)
  assert.equal(assetUrl('7', 'javascript:alert(1)'), null)
  assert.equal(assetUrl('7', 'https://example.com/a.png'), 'https://example.com/a.png')
})
