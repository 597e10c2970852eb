import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MemberFlag, snowflakeAt } from '@guildhall/protocol'
import { passesVerification } from './verification.ts'

const NOW = Date.parse('2026-06-01T12:00:00Z')
const minutesAgo = (minutes: number) => NOW - minutes * 60_000

test('a verification level admits the users who meet it', () => {
  const old = { id: snowflakeAt(minutesAgo(60)), bot: false, verified: true }
  const settled = { roles: [], flags: 0, joined_at: minutesAgo(60) }
  const fresh = { ...settled, joined_at: minutesAgo(1) }
  const cases = [
    ['anybody at 0', 0, { ...old, verified: false, id: snowflakeAt(NOW) }, fresh, true],
    ['no e-mail at 1', 1, { ...old, verified: false }, settled, false],
    ['an e-mail at 1', 1, old, fresh, true],
    ['an account of 4 minutes at 2', 2, { ...old, id: snowflakeAt(minutesAgo(4)) }, settled, false],
    ['an account of 5 minutes at 2', 2, { ...old, id: snowflakeAt(minutesAgo(5)) }, settled, true],
    ['a member for 9 minutes at 3', 3, old, { ...settled, joined_at: minutesAgo(9) }, false],
    ['a member for 10 minutes at 3', 3, old, { ...settled, joined_at: minutesAgo(10) }, true],
    ['the highest level, settled', 4, old, settled, true],
    ['the highest level, fresh', 4, old, fresh, false],
    ['let past', 4, old, { ...fresh, flags: MemberFlag.BYPASSES_VERIFICATION }, true],
    ['with a role', 4, old, { ...fresh, roles: [5n] }, true],
    ['a bot', 4, { ...old, bot: true, verified: false }, fresh, true],
    ['the owner', 4, { ...old, id: 77n, verified: false }, fresh, true],
  ] as const
  for (const [name, verification_level, user, member, expected] of cases) {
    const guild = { verification_level, owner_id: 77n }
    const verdict = passesVerification(guild, user, { ...member, roles: [...member.roles] }, NOW)
    assert.equal(verdict.ok, expected, name)
    if (!verdict.ok) assert.equal(verdict.error, 'VERIFICATION_LEVEL_TOO_HIGH', name)
  }
})
