import assert from 'node:assert/strict'
import { test } from 'node:test'
import { snowflakeAt } from '@guildhall/protocol'
import { isValidInvite, mayFollow } from './rules.ts'

const sent = Date.parse('2026-11-01T00:00:00Z')
const HOUR_MS = 3_600_000
const key = { userId: 1n, sessionId: 's', applicationId: 7n, party_id: 'p', action: 1 }
const activity = { type: 1, party_id: 'p', session_id: 's' }
const invite = { messageId: snowflakeAt(sent), authorId: 1n, applicationId: 7n, activity }

test('isValidInvite accepts an invite of the user to this action, session and party for 6 hours', () => {
  const rows: [name: string, invite: object, expected: boolean, afterMs?: number][] = [
    ['as it is', {}, true],
    ['after 6 hours', {}, true, 6 * HOUR_MS],
    ['after more than 6 hours', {}, false, 6 * HOUR_MS + 1],
    ['of another user', { authorId: 2n }, false],
    ['of another game', { applicationId: 8n }, false],
    ['of no game', { applicationId: null }, false],
    ['to spectate', { activity: { ...activity, type: 2 } }, false],
    ['a request to join', { activity: { ...activity, type: 5 } }, false],
    ['of another session', { activity: { ...activity, session_id: 't' } }, false],
    ['without a session', { activity: { ...activity, session_id: null } }, true],
    ['to another party', { activity: { ...activity, party_id: 'q' } }, false],
    ['without a party', { activity: { ...activity, party_id: null } }, true],
  ]
  for (const [name, changed, expected, afterMs = 0] of rows) {
    assert.equal(isValidInvite({ ...invite, ...changed }, key, sent + afterMs), expected, name)
  }
  assert.equal(isValidInvite(invite, { ...key, party_id: null }, sent), false, 'the user left the party')
  assert.equal(isValidInvite({ ...invite, activity: { ...activity, type: 2 } }, { ...key, action: 2 }, sent), true)
})

test('mayFollow accepts invites and requests of the user to join, for 6 hours', () => {
  const wanted = { userId: 1n, applicationId: 7n, partyId: 'p' }
  const rows: [invite: object, wanted: object, expected: boolean, afterMs?: number][] = [
    [{}, {}, true],
    [{ activity: { ...activity, type: 5 } }, {}, true],
    [{ activity: { ...activity, type: 2 } }, {}, false],
    [{}, { partyId: null }, true],
    [{}, { partyId: 'q' }, false],
    [{}, { userId: 2n }, false],
    [{}, { applicationId: 8n }, false],
    [{}, {}, false, 6 * HOUR_MS + 1],
  ]
  for (const [changed, other, expected, afterMs = 0] of rows) {
    assert.equal(mayFollow({ ...invite, ...changed }, { ...wanted, ...other }, sent + afterMs), expected)
  }
})
