import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPresence } from './requests.ts'

const FIELDS = [
  'name',
  'type',
  'state',
  'secrets',
  'join',
  'spectate',
  'party',
  'id',
  'size',
  'privacy',
  'buttons',
  'label',
  'url',
  'flags',
  'assets',
  'large_image',
  'timestamps',
  'start',
  'emoji',
  'supported_platforms',
  '__proto__',
  'constructor',
]
const SECRET = 'never in a presence'

/** Values of any shape with the fields of activities, and secrets where secrets belong. */
const anything = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, 0, 1, -1, 1.5, 255, 2 ** 40, Number.NaN, '', 'x', 'https://a.example', 'x'.repeat(600)),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...FIELDS), tie('value'), { maxKeys: 8 }),
  ),
}))

const game = { id: 7n, name: 'Chess', parent_id: null }
const source = { kind: 'game', client: 'desktop', sessionId: 's1', game, now: 1 } as const

test('readPresence takes values of any shape, bounds the presence and never contains a secret in it', () => {
  fc.assert(
    fc.property(fc.array(anything.value, { maxLength: 12 }), (activities) => {
      const withSecrets = activities.map((activity) =>
        typeof activity === 'object' && activity !== null
          ? { ...activity, secrets: { join: SECRET, spectate: SECRET, match: SECRET } }
          : activity,
      )
      const presence = readPresence({ status: 'online', activities: withSecrets }, source)
      assert.ok(presence)
      assert.ok(presence.activities.length <= 10)
      const text = JSON.stringify(presence.activities)
      assert.ok(!text.includes(SECRET) && !text.includes('privacy'))
      assert.ok(text.length < 60_000)
      for (const activity of presence.activities) assert.equal(activity.application_id, '7')
      for (const { button_urls } of presence.secrets) for (const url of button_urls) assert.match(url, /^https?:\/\//)
    }),
    { numRuns: 2_000 },
  )
})
