import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperatorRole } from './model.ts'
import { mayActOn, mayGiveRole, mayLoseRole, mayOperate } from './rules.ts'

type Role = OperatorRole | null
const ROLES: readonly Role[] = [null, 'moderator', 'admin', 'owner']

test('a role includes those below it', () => {
  const allowed = (least: OperatorRole) => ROLES.filter((role) => mayOperate(role, least).ok)
  assert.deepEqual(allowed('moderator'), ['moderator', 'admin', 'owner'])
  assert.deepEqual(allowed('admin'), ['admin', 'owner'])
  assert.deepEqual(allowed('owner'), ['owner'])
})

test('nobody acts on a person whose role is not below their own, except owners', () => {
  const cases: [OperatorRole, readonly Role[]][] = [
    ['moderator', [null]],
    ['admin', [null, 'moderator']],
    ['owner', ROLES],
  ]
  for (const [actor, targets] of cases)
    assert.deepEqual(
      ROLES.filter((target) => mayActOn(actor, target).ok),
      targets,
      actor,
    )
})

test('only owners give or take the role of an owner, and moderators give none', () => {
  const cases: [OperatorRole, Role, Role, boolean][] = [
    ['owner', null, 'owner', true],
    ['owner', 'owner', null, true],
    ['admin', null, 'owner', false],
    ['admin', 'owner', 'moderator', false],
    ['admin', null, 'admin', true],
    ['admin', 'moderator', null, true],
    ['moderator', null, 'moderator', false],
  ]
  for (const [actor, from, to, expected] of cases)
    assert.equal(mayGiveRole(actor, { from, to }).ok, expected, `${actor}: ${from} to ${to}`)
})

test('the last owner stays', () => {
  assert.equal(mayLoseRole('owner', 1).ok, false)
  assert.equal(mayLoseRole('owner', 2).ok, true)
  assert.equal(mayLoseRole('admin', 1).ok, true)
  assert.equal(mayLoseRole(null, 1).ok, true)
})
