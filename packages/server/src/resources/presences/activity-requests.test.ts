import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readActivity } from './activity-requests.ts'

const read = (activity: unknown, bot = false) => readActivity(activity, { bot, now: 1.5 })
const kept = (fields: object, bot = false) => {
  const { name, type, created_at, id, ...rest } = read({ name: 'Chess', type: 0, ...fields }, bot) ?? {}
  return rest
}

test('[ACT-1] [ACT-2] readActivity accepts known types and returns null for other values', () => {
  for (const type of [0, 1, 2, 3, 5]) {
    assert.deepEqual(read({ name: 'Chess', type }), { name: 'Chess', type, created_at: 1, id: `${type}` })
  }
  assert.deepEqual(read({ name: 'x', type: 4, state: 'busy' }), {
    name: 'Custom Status',
    type: 4,
    created_at: 1,
    id: 'custom',
    state: 'busy',
  })
  for (const none of [null, 'Chess', {}, { name: '' }, { name: 'x', type: 6 }, { name: 'x', type: 7 }, { name: 7 }]) {
    assert.equal(read(none), null)
  }
})

test('[ACT-3] [ACT-4] [ACT-5] [ACT-6] readActivity keeps http and https links of up to 256 characters, and null', () => {
  const long = `https://example.com/${'x'.repeat(236)}`
  const rows: [given: unknown, kept: unknown][] = [
    ['https://example.com/a', 'https://example.com/a'],
    ['http://example.com', 'http://example.com'],
    [null, null],
    [long, long],
    [`${long}x`, undefined],
    ['', undefined],
    ['javascript:alert(1)', undefined],
    ['ftp://example.com', undefined],
    ['https://', undefined],
    [7, undefined],
  ]
  for (const [given, expected] of rows) {
    const some = (fields: object) => (expected === undefined ? {} : fields)
    assert.deepEqual(kept({ state_url: given }), some({ state_url: expected }), String(given))
    assert.deepEqual(kept({ details_url: given }), some({ details_url: expected }))
    assert.deepEqual(kept({ assets: { large_url: given } }), some({ assets: { large_url: expected } }))
    assert.deepEqual(kept({ assets: { small_url: given } }), some({ assets: { small_url: expected } }))
  }
})

test('[ACT-7] readActivity keeps status_display_type 0, 1, 2 and null', () => {
  for (const status_display_type of [0, 1, 2, null])
    assert.deepEqual(kept({ status_display_type }), { status_display_type })
  for (const status_display_type of [-1, 3, 1.5, '1']) assert.deepEqual(kept({ status_display_type }), {})
})

test('[ACT-3] readActivity keeps only name, state, type and url of bots', () => {
  const all = {
    state: 's',
    url: 'https://twitch.tv/x',
    details: 'd',
    state_url: 'https://example.com',
    assets: { large_image: '1' },
    buttons: [{ label: 'Go', url: 'https://example.com' }],
  }
  assert.deepEqual(kept(all, true), { state: 's', url: 'https://twitch.tv/x' })
})

test('readActivity keeps the labels of buttons and drops secrets and unknown fields', () => {
  const given = {
    buttons: [{ label: 'Join', url: 'https://example.com' }, { label: 'x'.repeat(33) }, { label: 'third' }],
    secrets: { join: 'secret' },
    party: { id: 'p', size: [1, 4], leader: 'x' },
    timestamps: { start: 1_700_000_000_000, end: 'later' },
    emoji: { name: '🔥', id: null, animated: false },
    application_id: '123',
    flags: 3,
    instance: true,
    whatever: { deep: 'x'.repeat(10_000) },
  }
  assert.deepEqual(kept(given), {
    buttons: ['Join'],
    party: { id: 'p', size: [1, 4] },
    timestamps: { start: 1_700_000_000_000 },
    emoji: { name: '🔥', animated: false },
    application_id: '123',
    flags: 3,
    instance: true,
  })
  for (const size of [[1], [1, 2, 3], [-1, 2], 'many']) assert.deepEqual(kept({ party: { size } }), {})
})
