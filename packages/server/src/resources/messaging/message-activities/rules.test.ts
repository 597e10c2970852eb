import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isOfSamePublisher, resolveActivity } from './rules.ts'

test('isOfSamePublisher accepts the same game and games of one publisher', () => {
  const game = (id: bigint, parent_id: bigint | null) => ({ id, parent_id })
  assert.equal(isOfSamePublisher(game(1n, null), game(1n, null)), true)
  assert.equal(isOfSamePublisher(game(1n, 9n), game(2n, 9n)), true)
  assert.equal(isOfSamePublisher(game(1n, null), game(2n, null)), false)
  assert.equal(isOfSamePublisher(game(1n, 9n), game(2n, 8n)), false)
})

test('resolveActivity finds an activity of the sender to invite to, or of the recipient to ask for', () => {
  const secrets = { application_id: '7', party_public: false, button_urls: [] }
  const own = [{ sessionId: 'own', secrets: { ...secrets, party_id: 'p', join: 'j', spectate: null } }]
  const others = [{ sessionId: 'other', secrets: { ...secrets, party_id: 'q', join: 'j', spectate: 's' } }]
  const none = { party_id: null, session_id: null }
  const rows: [named: object, expected: object | undefined][] = [
    [{ type: 1 }, { type: 1, party_id: 'p', session_id: 'own' }],
    [
      { type: 1, session_id: 'own' },
      { type: 1, party_id: 'p', session_id: 'own' },
    ],
    [{ type: 1, session_id: 'own', party_id: 'q' }, undefined],
    [
      { type: 1, session_id: 'other' },
      { type: 5, party_id: 'q', session_id: 'other' },
    ],
    [{ type: 1, session_id: 'forged' }, undefined],
    [{ type: 2 }, { type: 2, party_id: 'q', session_id: 'other' }],
    [{ type: 2, session_id: 'own' }, undefined],
    [{ type: 5 }, { type: 5, party_id: 'q', session_id: 'other' }],
    [
      { type: 5, session_id: 'own' },
      { type: 5, party_id: 'q', session_id: 'other' },
    ],
    [{ type: 5, party_id: 'p' }, undefined],
  ]
  for (const [named, expected] of rows)
    assert.deepEqual(resolveActivity({ type: 0, ...none, ...named }, own, others), expected, JSON.stringify(named))
})
