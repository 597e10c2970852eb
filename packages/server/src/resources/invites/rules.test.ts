import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, Permission } from '@guildhall/protocol'
import { mayGiveByInvite, mayInviteTo } from './rules.ts'

test('[END-50] which roles an invite may give', () => {
  const role = { position: 5, managed: false, everyone: false }
  const cases = [
    [Permission.MANAGE_ROLES, 6, role, 'ok'],
    [Permission.MANAGE_ROLES, 5, role, 'MISSING_PERMISSIONS'],
    [Permission.MANAGE_ROLES, 4, role, 'MISSING_PERMISSIONS'],
    [Permission.CREATE_INSTANT_INVITE, 6, role, 'MISSING_PERMISSIONS'],
    [Permission.MANAGE_ROLES, 6, { ...role, managed: true }, 'INVALID_ROLE'],
    [Permission.MANAGE_ROLES, 6, { ...role, position: 0, everyone: true }, 'INVALID_ROLE'],
  ] as const
  for (const [guildPermissions, rank, wanted, expected] of cases) {
    const verdict = mayGiveByInvite({ guildPermissions, rank }, wanted)
    assert.equal(verdict.ok ? 'ok' : verdict.error, expected)
  }
})

test('where people may be invited to', () => {
  const invitable = Object.values(ChannelType).filter((type) => mayInviteTo(type).ok)
  assert.deepEqual(invitable, [0, 2, 5, 13, 15, 16])
})
