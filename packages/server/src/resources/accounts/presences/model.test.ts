import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergePresences } from './model.ts'

type Given = readonly [of: 'client' | 'game', status: string, client: string]

function merged(...given: readonly Given[]) {
  const sessions = given.map(([of, status, client]) => ({
    gameId: of === 'game' ? 7n : null,
    presence: { status, client, activities: [{ name: `${of} ${client}`, type: 0 }], secrets: [] },
  }))
  const { status, client_status, activities } = mergePresences(1n, sessions).presence
  return [status, client_status, activities.map(({ name }) => name)]
}

test('mergePresences takes the most available status and all activities of visible sessions', () => {
  const rows: [given: Given[], expected: unknown][] = [
    [[], ['offline', {}, []]],
    [[['client', 'idle', 'web']], ['idle', { web: 'idle' }, ['client web']]],
    [
      [
        ['client', 'dnd', 'web'],
        ['client', 'idle', 'mobile'],
        ['client', 'invisible', 'desktop'],
      ],
      ['idle', { web: 'dnd', mobile: 'idle' }, ['client web', 'client mobile']],
    ],
    [[['game', 'online', 'desktop']], ['online', { desktop: 'online' }, ['game desktop']]],
    [
      [
        ['client', 'idle', 'web'],
        ['game', 'online', 'desktop'],
      ],
      ['online', { web: 'idle', desktop: 'online' }, ['client web', 'game desktop']],
    ],
  ]
  for (const [given, expected] of rows) assert.deepEqual(merged(...given), expected)
})

test('mergePresences keeps one custom status, that of the own client before that of a game', () => {
  const custom = (of: 'client' | 'game', state: string) => ({
    gameId: of === 'game' ? 7n : null,
    presence: { status: 'online', client: 'web', activities: [{ name: 'Custom Status', type: 4, state }], secrets: [] },
  })
  const states = (...sessions: ReturnType<typeof custom>[]) =>
    mergePresences(1n, sessions).presence.activities.map(({ state }) => state)
  assert.deepEqual(states(custom('game', 'in a match'), custom('client', 'busy')), ['busy'])
  assert.deepEqual(states(custom('game', 'in a match')), ['in a match'])
  assert.deepEqual(states(custom('client', 'busy'), custom('client', 'away')), ['busy'])
})

test('mergePresences lets no game reveal an invisible person or end do not disturb', () => {
  const game: Given = ['game', 'online', 'desktop']
  assert.deepEqual(merged(['client', 'invisible', 'web'], game), ['offline', {}, []])
  assert.deepEqual(merged(['client', 'dnd', 'web'], game), [
    'dnd',
    { web: 'dnd', desktop: 'dnd' },
    ['client web', 'game desktop'],
  ])
  assert.deepEqual(merged(['client', 'online', 'web'], ['game', 'invisible', 'desktop']), [
    'online',
    { web: 'online' },
    ['client web'],
  ])
})
