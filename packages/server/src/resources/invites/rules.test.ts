import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, Permission } from '@guildhall/protocol'
import { mayChangeTargets, mayInviteTo, mayReadTargets } from './rules.ts'

test('mayInviteTo accepts channels that members can enter', () => {
  const invitable = Object.values(ChannelType).filter((type) => mayInviteTo(type).ok)
  assert.deepEqual(invitable, [0, 2, 5, 13, 15, 16])
})

test('[END-51] [END-52] [END-53] mayReadTargets and mayChangeTargets accept the inviter and managers', () => {
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
    const outcomes = [mayReadTargets, mayChangeTargets].map((rule) => {
      const verdict = rule({ inviter, permissions })
      return verdict.ok ? 'ok' : verdict.error
    })
    assert.deepEqual(outcomes, [reads, changes], `${inviter} ${permissions}`)
  }
})
