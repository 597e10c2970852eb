import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readActivity } from './activity-requests.ts'

const session = { sessionId: 's1', game: null, now: 1.5 }
const read = (activity: unknown, bot = false) =>
  readActivity(activity, { ...session, kind: bot ? 'bot' : 'person' })?.activity ?? null
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
    session_id: 's1',
  })
  for (const size of [[1], [1, 2, 3], [-1, 2], 'many']) assert.deepEqual(kept({ party: { size } }), {})
})

const game = { id: 77n, name: 'Chess', parent_id: 70n }
const play = (activity: object) => readActivity(activity, { ...session, kind: 'game', game })

test('readActivity fills in the name and the ids of a game, whatever the game sends', () => {
  const ids = { id: '77-0', application_id: '77', parent_application_id: '70', type: 0, created_at: 1 }
  for (const activity of [{}, { name: '' }, { name: 7, application_id: '5', id: 'x', parent_application_id: '5' }]) {
    assert.deepEqual(play(activity), { activity: { ...ids, name: 'Chess' }, secrets: null })
  }
  assert.equal(play({ name: 'Blitz' })?.activity.name, 'Blitz')
  assert.equal(play({ session_id: 'forged' })?.activity.session_id, undefined)
  assert.equal(readActivity({}, { ...session, kind: 'game', game: { ...game, parent_id: null } })?.activity.id, '77-0')
})

test('readActivity withholds secrets and links of buttons, and names the session that has them', () => {
  const url = 'https://chess.example/join'
  const given = {
    party: { id: 'p1', size: [1, 4], privacy: 1 },
    secrets: { join: 'open sesame', spectate: 'look', match: 'm' },
    buttons: [
      { label: 'Join', url },
      { label: 'Evil', url: 'javascript:alert(1)' },
    ],
    flags: 1 | 2,
  }
  const parsed = play(given)
  assert.deepEqual(parsed?.secrets, {
    application_id: '77',
    party_id: 'p1',
    party_public: true,
    join: 'open sesame',
    spectate: 'look',
    button_urls: [url],
  })
  const { activity } = parsed
  assert.deepEqual([activity.flags, activity.buttons, activity.session_id], [1 | 2 | 4, ['Join'], 's1'])
  assert.deepEqual(activity.party, { id: 'p1', size: [1, 4] })
  assert.doesNotMatch(JSON.stringify(activity), /sesame|look|chess\.example|privacy/)
})

test('readActivity drops secrets of fewer than 2 or more than 128 characters, and flags of secrets that it drops', () => {
  const rows: [secret: unknown, kept: boolean][] = [
    ['ab', true],
    ['x'.repeat(128), true],
    ['a', false],
    ['x'.repeat(129), false],
    [7, false],
    [null, false],
  ]
  for (const [join, kept] of rows) {
    const parsed = play({ secrets: { join }, flags: 2 })
    assert.equal(parsed?.secrets?.join, kept ? join : undefined, String(join))
    assert.equal(parsed?.activity.flags, kept ? 2 : 0)
  }
  for (const secrets of [null, 'secret', [], 7]) assert.equal(play({ secrets })?.secrets, null)
})

test('readActivity keeps known platforms, by name or by mask', () => {
  const rows: [given: unknown, kept: string[] | undefined][] = [
    [
      ['desktop', 'ios', 'toaster'],
      ['desktop', 'ios'],
    ],
    [1 | 64 | 128, ['desktop', 'ps4', 'ps5']],
    [255, ['desktop', 'xbox', 'samsung', 'ios', 'android', 'embedded', 'ps4', 'ps5']],
    [256, undefined],
    [0, undefined],
    [[], undefined],
    ['desktop', undefined],
  ]
  for (const [given, kept] of rows) {
    assert.deepEqual(play({ supported_platforms: given })?.activity.supported_platforms, kept, String(given))
  }
  assert.equal(play({ platform: 'xbox' })?.activity.platform, 'xbox')
  assert.equal(play({ platform: 'toaster' })?.activity.platform, undefined)
})
