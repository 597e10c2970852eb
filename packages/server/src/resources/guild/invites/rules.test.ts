import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, GUILDS_MAX, Permission, type Verdict } from '@guildhall/protocol'
import {
  mayAcceptInvite,
  mayChangeTargets,
  mayInviteTo,
  mayJoinByInvite,
  mayListInvites,
  mayReadTargets,
  mayRevokeInvite,
} from './rules.ts'

const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)

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

test('mayListInvites needs MANAGE_GUILD or VIEW_AUDIT_LOG', () => {
  for (const [permissions, expected] of [
    [Permission.MANAGE_GUILD, 'ok'],
    [Permission.VIEW_AUDIT_LOG, 'ok'],
    [Permission.MANAGE_CHANNELS, 'MISSING_PERMISSIONS'],
    [0n, 'MISSING_PERMISSIONS'],
  ] as const)
    assert.equal(outcome(mayListInvites(permissions)), expected)
})

test('mayRevokeInvite needs MANAGE_CHANNELS in the channel or MANAGE_GUILD', () => {
  for (const [inGuild, inChannel, expected] of [
    [Permission.MANAGE_GUILD, 0n, 'ok'],
    [0n, Permission.MANAGE_CHANNELS, 'ok'],
    [Permission.MANAGE_CHANNELS, 0n, 'MISSING_PERMISSIONS'],
    [0n, Permission.MANAGE_GUILD, 'MISSING_PERMISSIONS'],
  ] as const)
    assert.equal(outcome(mayRevokeInvite(inGuild, inChannel)), expected)
})

test('[END-49] mayAcceptInvite refuses users who are no target', () => {
  assert.deepEqual(
    [true, false].map((targeted) => outcome(mayAcceptInvite(targeted))),
    ['ok', 'MISSING_PERMISSIONS'],
  )
})

test('mayJoinByInvite refuses paused invites and too many guilds, in this order', () => {
  const joining = { paused: false, guilds: GUILDS_MAX - 1 }
  for (const [facts, expected] of [
    [{}, 'ok'],
    [{ paused: true, guilds: GUILDS_MAX }, 'INVITES_PAUSED'],
    [{ guilds: GUILDS_MAX }, 'TOO_MANY_GUILDS'],
  ] as const)
    assert.equal(outcome(mayJoinByInvite({ ...joining, ...facts })), expected)
})
