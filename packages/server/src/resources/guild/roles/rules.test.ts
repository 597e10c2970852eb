import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PERMISSIONS, Permission, timedOutPermissions, type Verdict } from '@guildhall/protocol'
import { reordered } from './order-rules.ts'
import { mayDeleteRole, mayEditRole, mayGrant, mayHaveIcon, mayReorder } from './rules.ts'

const P = Permission
const outcome = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)
const manager = { permissions: P.MANAGE_ROLES, rank: 5 }
const administrator = { permissions: ALL_PERMISSIONS, rank: 5 }
const owner = { permissions: ALL_PERMISSIONS, rank: Number.MAX_SAFE_INTEGER }
const unprivileged = { permissions: P.MANAGE_GUILD, rank: 9 }
const timedOut = { permissions: timedOutPermissions(P.MANAGE_ROLES), rank: 5 }

test('mayEditRole needs MANAGE_ROLES and a rank above the role', () => {
  const cases = [
    ['without MANAGE_ROLES', unprivileged, 1, 'MISSING_PERMISSIONS'],
    ['a lower role', manager, 4, 'ok'],
    ['the highest role of the actor', manager, 5, 'MISSING_PERMISSIONS'],
    ['a higher role', manager, 6, 'MISSING_PERMISSIONS'],
    ['a higher role, by an administrator', administrator, 6, 'MISSING_PERMISSIONS'],
    ['any role, by the owner', owner, 249, 'ok'],
    ['a lower role, by a timed-out member', timedOut, 1, 'MISSING_PERMISSIONS'],
    ['@everyone, by a member without roles', { permissions: P.MANAGE_ROLES, rank: 0 }, 0, 'MISSING_PERMISSIONS'],
  ] as const
  for (const [name, actor, position, expected] of cases)
    assert.equal(outcome(mayEditRole(actor, position)), expected, name)
})

test('mayReorder keeps roles at or above the rank of the actor in place', () => {
  const roles = (...positions: number[]) => positions.map((position, index) => ({ id: BigInt(index + 1), position }))
  const five = roles(1, 2, 3, 4, 5)
  const gaps = roles(1, 2, 5, 9)
  const cases: [string, typeof manager, typeof five, [bigint, number][], string][] = [
    ['up, below the actor', manager, five, [[1n, 4]], 'ok'],
    ["to the actor's position, which places it above", manager, five, [[1n, 5]], 'MISSING_PERMISSIONS'],
    ['above the actor', manager, five, [[1n, 6]], 'MISSING_PERMISSIONS'],
    ["the actor's highest role down", manager, five, [[5n, 1]], 'MISSING_PERMISSIONS'],
    ['a higher role down', { ...manager, rank: 3 }, five, [[4n, 1]], 'MISSING_PERMISSIONS'],
    ['a swap of two higher roles', { ...manager, rank: 3 }, five, [[4n, 5]], 'MISSING_PERMISSIONS'],
    ['a higher role down, by an administrator', { ...administrator, rank: 3 }, five, [[4n, 1]], 'MISSING_PERMISSIONS'],
    ['any role, by the owner', owner, five, [[5n, 1]], 'ok'],
    ['without the permission', unprivileged, five, [[1n, 2]], 'MISSING_PERMISSIONS'],
    ['by a timed-out member', timedOut, five, [[1n, 2]], 'MISSING_PERMISSIONS'],
    ['into a gap below the actor', { ...manager, rank: 9 }, gaps, [[1n, 7]], 'ok'],
  ]
  const renumbered: [bigint, number][] = [2n, 1n, 3n, 4n].map((id, index) => [id, index + 1])
  cases.push(['new numbers for all, with higher roles in their order', manager, gaps, renumbered, 'ok'])
  const swapped: [bigint, number][] = [1n, 2n, 4n, 3n].map((id, index) => [id, index + 1])
  cases.push(['new numbers for all, with higher roles in another order', manager, gaps, swapped, 'MISSING_PERMISSIONS'])
  for (const [name, actor, before, moves, expected] of cases)
    assert.equal(outcome(mayReorder(actor, before, reordered(before, new Map(moves)))), expected, name)
})

test('mayDeleteRole refuses @everyone, managed roles and roles of a higher rank', () => {
  const role = { position: 2, managed: false, everyone: false }
  assert.equal(outcome(mayDeleteRole(manager, role)), 'ok')
  assert.equal(outcome(mayDeleteRole(manager, { ...role, position: 5 })), 'MISSING_PERMISSIONS')
  assert.equal(outcome(mayDeleteRole(unprivileged, role)), 'MISSING_PERMISSIONS')
  assert.equal(outcome(mayDeleteRole(owner, { ...role, managed: true })), 'INVALID_ROLE')
  assert.equal(outcome(mayDeleteRole(owner, { ...role, everyone: true })), 'INVALID_ROLE')
})

test('mayGrant refuses permissions that the actor lacks', () => {
  const cases = [
    ['no permission', manager.permissions, 0n, 0n, 'ok'],
    ['an own permission', P.MANAGE_ROLES | P.KICK_MEMBERS, P.KICK_MEMBERS, 0n, 'ok'],
    ['a permission that the actor lacks', P.MANAGE_ROLES, P.KICK_MEMBERS, 0n, 'MISSING_PERMISSIONS'],
    ['ADMINISTRATOR, by an actor without it', P.MANAGE_ROLES, P.ADMINISTRATOR, 0n, 'MISSING_PERMISSIONS'],
    ['a permission that the role had', P.MANAGE_ROLES, P.KICK_MEMBERS, P.KICK_MEMBERS, 'ok'],
    ['removal of a permission that the role had', P.MANAGE_ROLES, 0n, P.KICK_MEMBERS, 'ok'],
    ['ADMINISTRATOR, by an administrator', ALL_PERMISSIONS, P.ADMINISTRATOR, 0n, 'ok'],
  ] as const
  for (const [name, own, wanted, before, expected] of cases)
    assert.equal(outcome(mayGrant({ permissions: own, rank: 5 }, wanted, before)), expected, name)
})

test('mayHaveIcon needs the feature ROLE_ICONS', () => {
  assert.equal(outcome(mayHaveIcon([])), 'GUILD_BOOSTS_REQUIRED')
  assert.equal(outcome(mayHaveIcon(['ROLE_ICONS'])), 'ok')
})
