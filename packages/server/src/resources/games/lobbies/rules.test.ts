import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ApiError, LobbyFlag } from '@guildhall/protocol'
import { demandShortMetadata, mayAddMember, mayBecomeMember, mayLeave } from './rules.ts'

test('mayAddMember refuses the 1,001st member', () => {
  assert.equal(mayAddMember({ members: 999 }).ok, true)
  assert.equal(mayAddMember({ members: 1000 }).ok, false)
})

const MEMBERSHIPS: [lobbies: number, authorized: boolean, flags: number, ok: boolean][] = [
  [0, false, 0, true],
  [0, false, LobbyFlag.REQUIRE_APPLICATION_AUTHORIZATION, false],
  [0, true, LobbyFlag.REQUIRE_APPLICATION_AUTHORIZATION, true],
  [199, true, 0, true],
  [200, true, 0, false],
]
for (const [lobbies, authorized, flags, ok] of MEMBERSHIPS) {
  test(`mayBecomeMember: ${lobbies} lobbies, authorized ${authorized}, lobby flags ${flags}`, () => {
    assert.equal(mayBecomeMember({ lobbies, authorized }, { flags }).ok, ok)
  })
}

test('mayLeave allows players to leave lobbies with a secret only', () => {
  assert.equal(mayLeave({ by_secret: true }).ok, true)
  assert.equal(mayLeave({ by_secret: false }).ok, false)
})

test('demandShortMetadata counts code points of keys and values, up to 1,000', () => {
  const fits: (Record<string, string> | null | undefined)[] = [
    null,
    undefined,
    {},
    { k: 'x'.repeat(999) },
    { a: '🌟'.repeat(498), b: '🌟'.repeat(500) },
  ]
  for (const metadata of fits) demandShortMetadata(metadata, ['metadata'])
  const long: Record<string, string>[] = [
    { k: 'x'.repeat(1000) },
    { ['k'.repeat(1001)]: '' },
    { a: 'x'.repeat(500), b: 'y'.repeat(499) },
  ]
  for (const metadata of long) {
    assert.throws(
      () => demandShortMetadata(metadata, ['metadata']),
      (error: ApiError) => error.errorName === 'INVALID_FORM_BODY',
    )
  }
})
