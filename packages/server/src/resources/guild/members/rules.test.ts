import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PERMISSIONS, instant, Permission, timedOutPermissions, type Verdict } from '@guildhall/protocol'
import { mayActOn, mayAssign, mayPrune, mayRename, maySetFlags, mayTimeOut, type Standing } from './rules.ts'

const P = Permission
const OWNER = Number.MAX_SAFE_INTEGER
const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)
const standing = (permissions: bigint, rank: number, targetRank: number, self = false): Standing => ({
  permissions,
  rank,
  targetRank,
  self,
})

test('[PRM-22] [PRM-23] mayActOn needs the permission and a higher rank', () => {
  const cases = [
    ['without permission', standing(P.VIEW_CHANNEL, 5, 1), 'MISSING_PERMISSIONS'],
    ['with the permission, above', standing(P.KICK_MEMBERS, 5, 1), 'ok'],
    ['with the permission, at the same rank', standing(P.KICK_MEMBERS, 5, 5), 'MISSING_PERMISSIONS'],
    ['with the permission, below', standing(P.KICK_MEMBERS, 1, 5), 'MISSING_PERMISSIONS'],
    ['with another permission', standing(P.BAN_MEMBERS, 5, 1), 'MISSING_PERMISSIONS'],
    ['an administrator, above', standing(ALL_PERMISSIONS, 5, 1), 'ok'],
    ['an administrator, at the same rank', standing(ALL_PERMISSIONS, 5, 5), 'MISSING_PERMISSIONS'],
    ['an administrator, on the owner', standing(ALL_PERMISSIONS, 5, OWNER), 'MISSING_PERMISSIONS'],
    ['the owner', standing(ALL_PERMISSIONS, OWNER, 9), 'ok'],
    ['the owner, on themselves', standing(ALL_PERMISSIONS, OWNER, OWNER, true), 'MISSING_PERMISSIONS'],
    ['timed out', standing(timedOutPermissions(P.KICK_MEMBERS), 5, 1), 'MISSING_PERMISSIONS'],
    ['both without a role', standing(P.KICK_MEMBERS, 0, 0), 'MISSING_PERMISSIONS'],
  ] as const
  for (const [name, actor, expected] of cases) assert.equal(outcome(mayActOn(actor, P.KICK_MEMBERS)), expected, name)
})

test('mayRename needs CHANGE_NICKNAME for oneself and MANAGE_NICKNAMES for others', () => {
  const cases = [
    ['oneself with CHANGE_NICKNAME', standing(P.CHANGE_NICKNAME, 0, 0, true), 'ok'],
    ['oneself with MANAGE_NICKNAMES', standing(P.MANAGE_NICKNAMES, 0, 0, true), 'ok'],
    ['oneself with neither', standing(P.VIEW_CHANNEL, 0, 0, true), 'MISSING_PERMISSIONS'],
    ['oneself, timed out', standing(timedOutPermissions(P.CHANGE_NICKNAME), 3, 3, true), 'MISSING_PERMISSIONS'],
    ['another with CHANGE_NICKNAME', standing(P.CHANGE_NICKNAME, 5, 1), 'MISSING_PERMISSIONS'],
    ['another below', standing(P.MANAGE_NICKNAMES, 5, 1), 'ok'],
    ['another at the same rank', standing(P.MANAGE_NICKNAMES, 5, 5), 'MISSING_PERMISSIONS'],
    ['the owner, by an administrator', standing(ALL_PERMISSIONS, 5, OWNER), 'MISSING_PERMISSIONS'],
    ['the owner, by themselves', standing(ALL_PERMISSIONS, OWNER, OWNER, true), 'ok'],
  ] as const
  for (const [name, actor, expected] of cases) assert.equal(outcome(mayRename(actor)), expected, name)
})

test('[END-50] mayAssign needs MANAGE_ROLES and a rank above the role', () => {
  const role = { position: 3, managed: false, everyone: false }
  const cases = [
    ['without MANAGE_ROLES', { permissions: P.MANAGE_GUILD, rank: 9 }, role, 'MISSING_PERMISSIONS'],
    ['a lower role', { permissions: P.MANAGE_ROLES, rank: 4 }, role, 'ok'],
    ['the highest role of the actor', { permissions: P.MANAGE_ROLES, rank: 3 }, role, 'MISSING_PERMISSIONS'],
    ['a higher role', { permissions: P.MANAGE_ROLES, rank: 2 }, role, 'MISSING_PERMISSIONS'],
    ['a higher role, by an administrator', { permissions: ALL_PERMISSIONS, rank: 2 }, role, 'MISSING_PERMISSIONS'],
    ['any role, by the owner', { permissions: ALL_PERMISSIONS, rank: OWNER }, { ...role, position: 200 }, 'ok'],
    ['a managed role', { permissions: ALL_PERMISSIONS, rank: OWNER }, { ...role, managed: true }, 'INVALID_ROLE'],
    ['@everyone', { permissions: ALL_PERMISSIONS, rank: OWNER }, { ...role, everyone: true }, 'INVALID_ROLE'],
    [
      'a lower role, by a timed-out member',
      { permissions: timedOutPermissions(P.MANAGE_ROLES), rank: 4 },
      role,
      'MISSING_PERMISSIONS',
    ],
  ] as const
  for (const [name, actor, given, expected] of cases) assert.equal(outcome(mayAssign(actor, given)), expected, name)
})

test('mayTimeOut needs MODERATE_MEMBERS and a higher rank, and accepts at most 28 days', () => {
  const now = instant('2026-05-01')
  const days = (count: number) => now + count * 86_400_000
  const member = { administrator: false }
  const above = standing(P.MODERATE_MEMBERS, 5, 1)
  const cases = [
    ['a day', above, days(1), member, 'ok'],
    ['28 days', above, days(28), member, 'ok'],
    ['28 days and 1 ms', above, days(28) + 1, member, 'INVALID_FORM_BODY'],
    ['a past instant, which ends a time-out', above, days(-1), member, 'ok'],
    ['an administrator', above, days(1), { administrator: true }, 'MISSING_PERMISSIONS'],
    ['the end of a time-out of an administrator', above, null, { administrator: true }, 'ok'],
    ['the owner', standing(ALL_PERMISSIONS, 5, OWNER), days(1), { administrator: true }, 'MISSING_PERMISSIONS'],
    ['a member of the same rank', standing(P.MODERATE_MEMBERS, 5, 5), days(1), member, 'MISSING_PERMISSIONS'],
    [
      'the end of a time-out, at the same rank',
      standing(P.MODERATE_MEMBERS, 5, 5),
      null,
      member,
      'MISSING_PERMISSIONS',
    ],
    ['with another permission', standing(P.KICK_MEMBERS, 5, 1), days(1), member, 'MISSING_PERMISSIONS'],
    ['oneself', standing(P.MODERATE_MEMBERS, 5, 5, true), null, member, 'MISSING_PERMISSIONS'],
  ] as const
  for (const [name, actor, until, target, expected] of cases)
    assert.equal(outcome(mayTimeOut(actor, until, now, target)), expected, name)
})

test('maySetFlags accepts any of three sets of permissions', () => {
  const cases = [
    [P.MANAGE_GUILD, 'ok'],
    [P.MANAGE_ROLES, 'ok'],
    [P.MODERATE_MEMBERS | P.KICK_MEMBERS | P.BAN_MEMBERS, 'ok'],
    [P.MODERATE_MEMBERS | P.KICK_MEMBERS, 'MISSING_PERMISSIONS'],
    [P.BAN_MEMBERS, 'MISSING_PERMISSIONS'],
    [ALL_PERMISSIONS, 'ok'],
    [0n, 'MISSING_PERMISSIONS'],
  ] as const
  for (const [permissions, expected] of cases)
    assert.equal(outcome(maySetFlags({ permissions })), expected, permissions.toString())
})

test('[END-12] [END-13] [END-14] [GLD-2] mayPrune needs MANAGE_GUILD and KICK_MEMBERS, or ADMINISTRATOR by feature', () => {
  const cases = [
    [P.MANAGE_GUILD, [], 'MISSING_PERMISSIONS'],
    [P.KICK_MEMBERS, [], 'MISSING_PERMISSIONS'],
    [P.MANAGE_GUILD | P.KICK_MEMBERS, [], 'ok'],
    [ALL_PERMISSIONS, [], 'ok'],
    [P.MANAGE_GUILD | P.KICK_MEMBERS, ['PRUNE_REQUIRES_ADMIN'], 'MISSING_PERMISSIONS'],
    [ALL_PERMISSIONS, ['PRUNE_REQUIRES_ADMIN'], 'ok'],
  ] as const
  for (const [permissions, features, expected] of cases)
    assert.equal(outcome(mayPrune(permissions, features)), expected, `${permissions} with ${features}`)
})
