import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Permission, type RoleObject } from '@guildhall/protocol'
import { channelPermissions, guildPermissions } from './permissions.ts'

const role = (id: string, permissions: bigint) => ({ id, permissions: permissions.toString() }) as RoleObject
const roles = new Map([
  ['1', role('1', Permission.VIEW_CHANNEL)],
  ['2', role('2', Permission.SEND_MESSAGES)],
  ['3', role('3', Permission.ADMINISTRATOR)],
])
const guild = { id: '1', owner_id: '9' }
const member = (userId: string, ...own: string[]) => ({ userId, roles: own })

test('guildPermissions joins roles, and owners and administrators have all', () => {
  const of = (userId: string, ...own: string[]) => guildPermissions({ guild, roles, member: member(userId, ...own) })
  assert.equal(of('5', '2'), Permission.VIEW_CHANNEL | Permission.SEND_MESSAGES)
  assert.ok(of('9') & Permission.BAN_MEMBERS)
  assert.ok(of('5', '3') & Permission.BAN_MEMBERS)
})

test('channelPermissions applies overwrites of everyone, then roles, then the member', () => {
  const deny = Permission.VIEW_CHANNEL.toString()
  const channel = {
    permission_overwrites: [
      { id: '1', type: 0, allow: '0', deny },
      { id: '2', type: 0, allow: deny, deny: '0' },
      { id: '6', type: 1, allow: '0', deny },
    ],
  }
  const sees = (userId: string, ...own: string[]) =>
    (channelPermissions({ guild, roles, member: member(userId, ...own) }, channel) & Permission.VIEW_CHANNEL) !== 0n
  assert.equal(sees('5'), false)
  assert.equal(sees('5', '2'), true)
  assert.equal(sees('6', '2'), false)
  assert.equal(sees('9'), true)
})

test('channelPermissions leaves a member in a timeout with reading only', () => {
  const until = new Date(2_000).toISOString()
  const timed = { ...member('5', '2'), communication_disabled_until: until }
  const at = (now: number) => channelPermissions({ guild, roles, member: timed }, {}, now)
  assert.equal(at(1_000), Permission.VIEW_CHANNEL)
  assert.ok(at(3_000) & Permission.SEND_MESSAGES)
})
