import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApplicationFlag, USERNAME_MAX } from '@guildhall/protocol'
import { type MergeAccounts, mayBecomeChild, mayHavePlayers, mayMerge, provisionalUsername } from './rules.ts'

const RANDOM = Uint8Array.of(0, 1, 2, 3, 4, 5, 6, 7)
const GAME = ApplicationFlag.SOCIAL_LAYER_INTEGRATION

for (const [displayName, username] of [
  ['Bea', 'bea_abcdefgh'],
  ['Zoë Müller', 'zoemuller_abcdefgh'],
  ['名前', 'player_abcdefgh'],
  ['', 'player_abcdefgh'],
  [null, 'player_abcdefgh'],
  ['Discord', 'player_abcdefgh'],
] as const) {
  test(`a player with the display name ${JSON.stringify(displayName)} is ${username}`, () => {
    assert.equal(provisionalUsername(displayName, RANDOM), username)
  })
}

test('a long display name is cut, so that the username has its longest length', () => {
  assert.equal(provisionalUsername('x'.repeat(100), RANDOM).length, USERNAME_MAX)
})

for (const [name, application, ok] of [
  ['a game', { flags: GAME, parent_id: null }, true],
  ['an application that is no game', { flags: 0n, parent_id: null }, false],
  ['a game without approval', { flags: ApplicationFlag.SOCIAL_LAYER_INTEGRATION_LIMITED, parent_id: null }, false],
  ['the child of a publisher', { flags: GAME, parent_id: 5n }, false],
] as const) {
  test(`[AUT-25] ${name} may ${ok ? '' : 'not '}have provisional accounts`, () => {
    const verdict = mayHavePlayers(application)
    assert.equal(verdict.ok ? undefined : verdict.error, ok ? undefined : 'PROVISIONAL_ACCOUNTS_NOT_GRANTED')
  })
}

const MERGE: MergeAccounts = {
  source: { provisional_for: 1n },
  sourceBanned: false,
  destination: { provisional_for: null },
  destinationLinked: false,
}
for (const [name, change, error] of [
  ['a provisional and a full account', {}, undefined],
  ['a provisional destination', { destination: { provisional_for: 1n } }, 'MERGE_DESTINATION_PROVISIONAL'],
  ['a destination that is linked already', { destinationLinked: true }, 'EXTERNAL_IDENTITY_EXISTS'],
  ['a full account as source', { source: { provisional_for: null } }, 'MERGE_SOURCE_NOT_PROVISIONAL'],
  ['a banned source', { sourceBanned: true }, 'MERGE_SOURCE_BANNED'],
] as const) {
  test(`[AUT-12] [SUB-9] a merge of ${name} is ${error ? `refused with ${error}` : 'allowed'}`, () => {
    const verdict = mayMerge({ ...MERGE, ...change })
    assert.equal(verdict.ok ? undefined : verdict.error, error)
  })
}

const CHILD = { id: 1n, isPublic: false, hasChildren: false }
const PARENT = { id: 2n, isPublic: false, parent_id: null }
for (const [name, child, parent, ok] of [
  ['another application', CHILD, PARENT, true],
  ['a public client of a public client', { ...CHILD, isPublic: true }, { ...PARENT, isPublic: true }, true],
  ['itself', CHILD, { ...PARENT, id: 1n }, false],
  ['an application with a parent', CHILD, { ...PARENT, parent_id: 3n }, false],
  ['another one, though it has children', { ...CHILD, hasChildren: true }, PARENT, false],
  ['a public client', CHILD, { ...PARENT, isPublic: true }, false],
  ['a confidential client, though it is public', { ...CHILD, isPublic: true }, PARENT, false],
] as const) {
  test(`[AUT-24] [AUT-27] an application may ${ok ? '' : 'not '}become the child of ${name}`, () => {
    assert.equal(mayBecomeChild(child, parent).ok, ok)
  })
}
