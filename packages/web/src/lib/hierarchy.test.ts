import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission, type RoleObject } from '@guildhall/protocol'
import {
  actorOf,
  moved,
  rankOf,
  rolePositions,
  rolesFromTop,
  whyNotActOn,
  whyNotAssign,
  whyNotDeleteRole,
  whyNotEditRole,
  whyNotGrant,
  whyNotRename,
} from './hierarchy.ts'

const role = (id: string, position: number, permissions = 0n, managed = false) =>
  ({ id, name: id, position, permissions: permissions.toString(), managed }) as RoleObject
const manager = role('3', 3, Permission.MANAGE_ROLES | Permission.KICK_MEMBERS)
const helper = role('2', 2)
const everyone = role('1', 0)
const app = role('4', 1, 0n, true)
const roles = new Map([everyone, helper, manager, app].map((entry) => [entry.id, entry]))
const guild = { guild: { id: '1', owner_id: '9' }, roles }

test('rankOf is the position of the highest role, and infinite for the owner', () => {
  assert.equal(rankOf(guild, '5', ['2', '3']), 3)
  assert.equal(rankOf(guild, '5', []), 0)
  assert.equal(rankOf(guild, '9', []), Number.POSITIVE_INFINITY)
})

test('roles at or above the highest role of an actor cannot be changed, nor without the permission', () => {
  const actor = actorOf(guild, '5', ['3'])
  assert.equal(whyNotEditRole(actor, helper), null)
  assert.match(whyNotEditRole(actor, manager) ?? '', /not below/)
  assert.match(whyNotEditRole(actorOf(guild, '6', ['2']), everyone) ?? '', /Manage Roles/)
  assert.equal(whyNotEditRole(actorOf(guild, '9', []), manager), null)
})

test('managed roles and @everyone are neither deleted nor given', () => {
  const owner = actorOf(guild, '9', [])
  assert.match(whyNotDeleteRole(owner, app, '1') ?? '', /integration/)
  assert.match(whyNotAssign(owner, everyone, '1') ?? '', /Every member/)
  assert.equal(whyNotAssign(owner, helper, '1'), null)
})

test('an actor grants own permissions, and keeps those that the role has', () => {
  const actor = actorOf(guild, '5', ['3'])
  assert.equal(whyNotGrant(actor, Permission.KICK_MEMBERS, 0n), null)
  assert.match(whyNotGrant(actor, Permission.BAN_MEMBERS, 0n) ?? '', /yourself/)
  assert.equal(whyNotGrant(actor, Permission.BAN_MEMBERS, Permission.BAN_MEMBERS), null)
})

test('an actor acts on members with a lower rank', () => {
  const actor = actorOf(guild, '5', ['3'])
  const kick = { bit: Permission.KICK_MEMBERS, name: 'Kick Members' }
  assert.equal(whyNotActOn(actor, { userId: '6', rank: 2 }, kick), null)
  assert.match(whyNotActOn(actor, { userId: '6', rank: 3 }, kick) ?? '', /highest role/)
  assert.match(whyNotActOn(actor, { userId: '9', rank: Number.POSITIVE_INFINITY }, kick) ?? '', /owner/)
  assert.match(whyNotActOn(actor, { userId: '6', rank: 2 }, { bit: Permission.BAN_MEMBERS, name: 'Ban' }) ?? '', /Ban/)
  assert.match(whyNotRename(actor, { userId: '6', rank: 2 }) ?? '', /Manage Nicknames/)
  assert.match(whyNotRename(actor, { userId: '5', rank: 3 }) ?? '', /Change Nickname/)
})

test('rolesFromTop orders by position, and rolePositions numbers the order from below', () => {
  const order = rolesFromTop(roles.values()).map(({ id }) => id)
  assert.deepEqual(order, ['3', '2', '4', '1'])
  const after = moved(order.slice(0, 3), 0, 2).map((id) => ({ id }))
  assert.deepEqual(rolePositions(after), [
    { id: '2', position: 3 },
    { id: '4', position: 2 },
    { id: '3', position: 1 },
  ])
})
