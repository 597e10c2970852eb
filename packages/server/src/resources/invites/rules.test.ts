import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, Permission } from '@guildhall/protocol'
import { mayChangeTargets, mayGiveByInvite, mayInviteTo, mayReadTargets } from './rules.ts'

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

test('[END-51] [END-52] [END-53] who sees and changes whom an invite is for', () => {
  const no = 'MISSING_PERMISSIONS'
  const cases = [
    [false, 0n, no, no],
    [true, 0n, 'ok', 'ok'],
    [false, Permission.MANAGE_GUILD, 'ok', 'ok'],
    [false, Permission.VIEW_AUDIT_LOG, 'ok', no],
    [false, Permission.MANAGE_CHANNELS | Permission.CREATE_INSTANT_INVITE, no, no],
    [false, (1n << 53n) - 1n, 'ok', 'ok'],
  ] as const
  for (const [inviter, permissions, reads, changes] of cases) {
    const said = [mayReadTargets, mayChangeTargets].map((rule) => {
      const verdict = rule({ inviter, permissions })
      return verdict.ok ? 'ok' : verdict.error
    })
    assert.deepEqual(said, [reads, changes], `${inviter} ${permissions}`)
  }
})
