import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ALL_PERMISSIONS, Permission, timedOutPermissions, type Verdict } from '@guildhall/protocol'
import { reordered } from './order.ts'
import { mayDeleteRole, mayGrant, mayHaveIcon, mayManageRole, mayReorder } from './rules.ts'

const P = Permission
const said = (verdict: Verdict) => (verdict.ok ? 'ok' : verdict.error)
const manager = { permissions: P.MANAGE_ROLES, rank: 5 }
const administrator = { permissions: ALL_PERMISSIONS, rank: 5 }
const owner = { permissions: ALL_PERMISSIONS, rank: Number.MAX_SAFE_INTEGER }
const nobody = { permissions: P.MANAGE_GUILD, rank: 9 }
const timedOut = { permissions: timedOutPermissions(P.MANAGE_ROLES), rank: 5 }

test('who may manage a role at which position', () => {
  const cases = [
    ['nobody', nobody, 1, 'MISSING_PERMISSIONS'],
    ['a lower one', manager, 4, 'ok'],
    ['their own highest', manager, 5, 'MISSING_PERMISSIONS'],
    ['a higher one', manager, 6, 'MISSING_PERMISSIONS'],
    ['an administrator, a higher one', administrator, 6, 'MISSING_PERMISSIONS'],
    ['the owner', owner, 249, 'ok'],
    ['timed out', timedOut, 1, 'MISSING_PERMISSIONS'],
    ['@everyone, from no role', { permissions: P.MANAGE_ROLES, rank: 0 }, 0, 'MISSING_PERMISSIONS'],
  ] as const
  for (const [name, actor, position, expected] of cases)
    assert.equal(said(mayManageRole(actor, position)), expected, name)
})

test('who may move a role where', () => {
  const roles = (...positions: number[]) => positions.map((position, index) => ({ id: BigInt(index + 1), position }))
  const five = roles(1, 2, 3, 4, 5)
  const gaps = roles(1, 2, 5, 9)
  const cases: [string, typeof manager, typeof five, [bigint, number][], string][] = [
    ['up, below oneself', manager, five, [[1n, 4]], 'ok'],
    ['to oneself, which is above', manager, five, [[1n, 5]], 'MISSING_PERMISSIONS'],
    ['above oneself', manager, five, [[1n, 6]], 'MISSING_PERMISSIONS'],
    ['oneself down', manager, five, [[5n, 1]], 'MISSING_PERMISSIONS'],
    ['down from above', { ...manager, rank: 3 }, five, [[4n, 1]], 'MISSING_PERMISSIONS'],
    ['two above change places', { ...manager, rank: 3 }, five, [[4n, 5]], 'MISSING_PERMISSIONS'],
    ['an administrator, from above', { ...administrator, rank: 3 }, five, [[4n, 1]], 'MISSING_PERMISSIONS'],
    ['anything, as owner', owner, five, [[5n, 1]], 'ok'],
    ['without the permission', nobody, five, [[1n, 2]], 'MISSING_PERMISSIONS'],
    ['timed out', timedOut, five, [[1n, 2]], 'MISSING_PERMISSIONS'],
    ['into a gap below oneself', { ...manager, rank: 9 }, gaps, [[1n, 7]], 'ok'],
  ]
  const anew: [bigint, number][] = [2n, 1n, 3n, 4n].map((id, index) => [id, index + 1])
  cases.push(['all numbered anew, the higher ones as they were', manager, gaps, anew, 'ok'])
  const worse: [bigint, number][] = [1n, 2n, 4n, 3n].map((id, index) => [id, index + 1])
  cases.push(['all numbered anew, the higher ones not', manager, gaps, worse, 'MISSING_PERMISSIONS'])
  for (const [name, actor, before, moves, expected] of cases)
    assert.equal(said(mayReorder(actor, before, reordered(before, new Map(moves)))), expected, name)
})

test('which roles may be deleted', () => {
  const role = { position: 2, managed: false, everyone: false }
  assert.equal(said(mayDeleteRole(manager, role)), 'ok')
  assert.equal(said(mayDeleteRole(manager, { ...role, position: 5 })), 'MISSING_PERMISSIONS')
  assert.equal(said(mayDeleteRole(nobody, role)), 'MISSING_PERMISSIONS')
  assert.equal(said(mayDeleteRole(owner, { ...role, managed: true })), 'INVALID_ROLE')
  assert.equal(said(mayDeleteRole(owner, { ...role, everyone: true })), 'INVALID_ROLE')
})

test('nobody grants what they lack', () => {
  const cases = [
    ['nothing', manager.permissions, 0n, 0n, 'ok'],
    ['what one has', P.MANAGE_ROLES | P.KICK_MEMBERS, P.KICK_MEMBERS, 0n, 'ok'],
    ['what one lacks', P.MANAGE_ROLES, P.KICK_MEMBERS, 0n, 'MISSING_PERMISSIONS'],
    ['ADMINISTRATOR', P.MANAGE_ROLES, P.ADMINISTRATOR, 0n, 'MISSING_PERMISSIONS'],
    ['what was there stays', P.MANAGE_ROLES, P.KICK_MEMBERS, P.KICK_MEMBERS, 'ok'],
    ['what was there goes', P.MANAGE_ROLES, 0n, P.KICK_MEMBERS, 'ok'],
    ['anything, as administrator', ALL_PERMISSIONS, P.ADMINISTRATOR, 0n, 'ok'],
  ] as const
  for (const [name, own, wanted, before, expected] of cases)
    assert.equal(said(mayGrant({ permissions: own, rank: 5 }, wanted, before)), expected, name)
})

test('icons of roles need their feature', () => {
  assert.equal(said(mayHaveIcon([])), 'GUILD_BOOSTS_REQUIRED')
  assert.equal(said(mayHaveIcon(['ROLE_ICONS'])), 'ok')
})
