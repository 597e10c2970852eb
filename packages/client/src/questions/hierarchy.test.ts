import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission, type RoleObject } from '@guildhall/protocol'
import {
  actorOf as actorFrom,
  mayActOn,
  mayAssign,
  mayDeleteRole,
  mayEditRole,
  mayGrant,
  mayRename,
  mayTimeOut,
  moved,
  rankOf,
  rolePositions,
  rolesFromTop,
} from './hierarchy.ts'
import { allowed, needs, refused } from './refusal.ts'

const role = (id: string, position: number, permissions = 0n, managed = false) =>
  ({ id, name: id, position, permissions: permissions.toString(), managed }) as RoleObject
const manager = role('3', 3, Permission.MANAGE_ROLES | Permission.KICK_MEMBERS)
const helper = role('2', 2)
const everyone = role('1', 0)
const app = role('4', 1, 0n, true)
const roles = new Map([everyone, helper, manager, app].map((entry) => [entry.id, entry]))
const guild = { guild: { id: '1', owner_id: '9' }, roles }
const actorOf = (userId: string, ...own: string[]) => actorFrom(guild, { userId, roles: own }, 0)

test('rankOf is the position of the highest role, and infinite for the owner', () => {
  assert.equal(rankOf(guild, '5', ['2', '3']), 3)
  assert.equal(rankOf(guild, '5', []), 0)
  assert.equal(rankOf(guild, '9', []), Number.POSITIVE_INFINITY)
})

test('roles at or above the highest role of an actor cannot be changed, nor without the permission', () => {
  const actor = actorOf('5', '3')
  assert.deepEqual(mayEditRole(actor, helper), allowed)
  assert.deepEqual(mayEditRole(actor, manager), refused('role is not below'))
  assert.deepEqual(mayEditRole(actorOf('6', '2'), everyone), needs('MANAGE_ROLES'))
  assert.deepEqual(mayEditRole(actorOf('9'), manager), allowed)
})

test('managed roles and @everyone are neither deleted nor given', () => {
  const owner = actorOf('9')
  assert.deepEqual(mayDeleteRole(owner, app, '1'), refused('role is managed'))
  assert.deepEqual(mayAssign(owner, everyone, '1'), refused('role of everyone'))
  assert.deepEqual(mayAssign(owner, helper, '1'), allowed)
})

test('an actor grants own permissions, and keeps those that the role has', () => {
  const actor = actorOf('5', '3')
  assert.deepEqual(mayGrant(actor, Permission.KICK_MEMBERS, 0n), allowed)
  assert.deepEqual(mayGrant(actor, Permission.BAN_MEMBERS, 0n), refused('lacks it themselves'))
  assert.deepEqual(mayGrant(actor, Permission.BAN_MEMBERS, Permission.BAN_MEMBERS), allowed)
})

test('an actor acts on members with a lower rank', () => {
  const actor = actorOf('5', '3')
  const owner = { userId: '9', rank: Number.POSITIVE_INFINITY }
  assert.deepEqual(mayActOn(actor, { userId: '6', rank: 2 }, 'KICK_MEMBERS'), allowed)
  assert.deepEqual(mayActOn(actor, { userId: '6', rank: 3 }, 'KICK_MEMBERS'), refused('target is not below'))
  assert.deepEqual(mayActOn(actor, owner, 'KICK_MEMBERS'), refused('target is the owner'))
  assert.deepEqual(mayActOn(actor, { userId: '6', rank: 2 }, 'BAN_MEMBERS'), needs('BAN_MEMBERS'))
  assert.deepEqual(mayRename(actor, { userId: '6', rank: 2 }), needs('MANAGE_NICKNAMES'))
  assert.deepEqual(mayRename(actor, { userId: '5', rank: 3 }), needs('CHANGE_NICKNAME'))
})

test('administrators are not timed out', () => {
  const target = { userId: '6', rank: 2, permissions: Permission.ADMINISTRATOR }
  assert.deepEqual(mayTimeOut(actorOf('9'), target), refused('target is administrator'))
  assert.deepEqual(mayTimeOut(actorOf('9'), { ...target, permissions: 0n }), allowed)
  assert.deepEqual(mayTimeOut(actorOf('5', '3'), { ...target, permissions: 0n }), needs('MODERATE_MEMBERS'))
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
