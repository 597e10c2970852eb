import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ChannelType, MemberFlag, Permission, type RoleObject } from '@guildhall/protocol'
import { channelPermissions, guildPermissions, restrictedUntil } from './permissions.ts'

const { ADMINISTRATOR, BAN_MEMBERS, CONNECT, MANAGE_CHANNELS, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS, VIEW_CHANNEL } =
  Permission
const role = (id: string, permissions: bigint) => ({ id, permissions: permissions.toString() }) as RoleObject
const roles = new Map([
  ['1', role('1', VIEW_CHANNEL)],
  ['2', role('2', SEND_MESSAGES)],
  ['3', role('3', ADMINISTRATOR)],
  ['4', role('4', MANAGE_CHANNELS | SEND_MESSAGES_IN_THREADS)],
])
const facts = { guild: { id: '1', owner_id: '9' }, roles }
const member = (userId: string, ...own: string[]) => ({ userId, roles: own })
const text = { type: ChannelType.GUILD_TEXT }
const overwrite = (id: string, type: number, allow: bigint, deny: bigint) => ({
  id,
  type,
  allow: String(allow),
  deny: String(deny),
})

test('guildPermissions joins roles, and owners and administrators have all', () => {
  const of = (userId: string, ...own: string[]) => guildPermissions(facts, member(userId, ...own), 0)
  assert.equal(of('5', '2'), VIEW_CHANNEL | SEND_MESSAGES)
  assert.ok(of('9') & BAN_MEMBERS)
  assert.ok(of('5', '3') & BAN_MEMBERS)
})

test('channelPermissions applies overwrites of everyone, then roles, then the member', () => {
  const permission_overwrites = [
    overwrite('1', 0, 0n, VIEW_CHANNEL),
    overwrite('2', 0, VIEW_CHANNEL, 0n),
    overwrite('6', 1, 0n, VIEW_CHANNEL),
  ]
  const sees = (userId: string, ...own: string[]) =>
    channelPermissions(facts, member(userId, ...own), { channel: { ...text, permission_overwrites } }, 0) !== 0n
  assert.deepEqual([sees('5'), sees('5', '2'), sees('6', '2'), sees('9')], [false, true, false, true])
})

test('an overwrite grants no ADMINISTRATOR', () => {
  const channel = { ...text, permission_overwrites: [overwrite('1', 0, ADMINISTRATOR, 0n)] }
  assert.equal(channelPermissions(facts, member('5'), { channel }, 0), VIEW_CHANNEL)
})

test('a voice channel without CONNECT offers nothing that needs it', () => {
  const lounge = { type: ChannelType.GUILD_VOICE }
  assert.equal(channelPermissions(facts, member('5', '4'), { channel: lounge }, 0) & MANAGE_CHANNELS, 0n)
  const open = { ...lounge, permission_overwrites: [overwrite('1', 0, CONNECT, 0n)] }
  assert.ok(channelPermissions(facts, member('5', '4'), { channel: open }, 0) & MANAGE_CHANNELS)
})

test('a thread takes the overwrites of its parent, and sends by the permission for threads', () => {
  const parent = { permission_overwrites: [overwrite('2', 0, 0n, VIEW_CHANNEL)] }
  const at = { channel: { type: ChannelType.PUBLIC_THREAD }, parent }
  const sends = (...own: string[]) => (channelPermissions(facts, member('5', ...own), at, 0) & SEND_MESSAGES) !== 0n
  assert.deepEqual([sends('4'), sends('4', '2'), sends()], [true, false, false])
})

test('a member in a timeout reads only until its end, in the guild and in channels', () => {
  const timed = { ...member('5', '2'), communication_disabled_until: new Date(2_000).toISOString() }
  const at = (now: number) => [
    guildPermissions(facts, timed, now),
    channelPermissions(facts, timed, { channel: text }, now),
  ]
  assert.deepEqual(at(1_000), [VIEW_CHANNEL, VIEW_CHANNEL])
  assert.ok(at(2_000).every((permissions) => (permissions & SEND_MESSAGES) !== 0n))
  assert.equal(restrictedUntil(timed, 1_000), 2_000)
  assert.equal(restrictedUntil(timed, 2_000), Number.POSITIVE_INFINITY)
})

test('members in screening or quarantine read only; administrators and the owner are exempt', () => {
  const flags = MemberFlag.AUTOMOD_QUARANTINED_USERNAME
  assert.equal(guildPermissions(facts, { ...member('5', '2'), pending: true }, 0), VIEW_CHANNEL)
  assert.equal(guildPermissions(facts, { ...member('5', '2'), flags }, 0), VIEW_CHANNEL)
  assert.ok(guildPermissions(facts, { ...member('5', '3'), flags }, 0) & SEND_MESSAGES)
  assert.ok(guildPermissions(facts, { ...member('9'), pending: true }, 0) & SEND_MESSAGES)
})
