import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChannelObject, type MemberObject, Permission, type RoleObject } from '@guildhall/protocol'
import { reduceEvent } from '../records/reduce.ts'
import { type ClientState, EMPTY, type GuildState } from '../records/state.ts'
import { type MemberGroup, MemberGroups } from './member-groups.ts'

/** Applies an event of which only what matters to a test is given. */
const reduce = (state: ClientState, { name, data }: { name: string; data: unknown }, now?: number) =>
  reduceEvent(state, name, data, now)

const role = (id: string, name: string, position: number) =>
  ({ id, name, position, hoist: position > 0, permissions: String(Permission.VIEW_CHANNEL) }) as RoleObject
const member = (id: string, username: string, ...roles: string[]) =>
  ({ user: { id, username, global_name: null }, nick: null, roles }) as unknown as MemberObject
const CREW = role('2', 'Crew', 2)
const roles = [role('1', '@everyone', 0), CREW, role('3', 'Offline', 1)]
const members = [member('10', 'alice', '2'), member('11', 'bob'), member('12', 'carol', '3'), member('13', 'dave')]
const channel = { id: '20', type: 0, guild_id: '1', permission_overwrites: [] } as unknown as ChannelObject
const guild = {
  guild: { id: '1', owner_id: '9' },
  roles: new Map(roles.map((one) => [one.id, one])),
  members: new Map(members.map((one) => [one.user.id, one])),
  presences: new Map(),
} as unknown as GuildState
const start: ClientState = { ...EMPTY, guilds: new Map([['1', guild]]) }

const guildOf = (state: ClientState) => state.guilds.get('1') ?? assert.fail()
const present = (state: ClientState, id: string, status: string) =>
  reduce(state, { name: 'PRESENCE_UPDATE', data: { guild_id: '1', user: { id }, status, activities: [] } })
const named = (groups: readonly MemberGroup[]) =>
  groups.map(({ key, members }) => [key, ...members.map(({ member }) => member.user.username)])

test('members are grouped by their highest shown role, and a role named Offline is none of the last groups', () => {
  let state = present(present(start, '10', 'online'), '12', 'idle')
  state = present(state, '13', 'dnd')
  assert.deepEqual(named(new MemberGroups().of(guildOf(state), channel)), [
    ['2', 'alice'],
    ['3', 'carol'],
    ['online', 'dave'],
    ['offline', 'bob'],
  ])
})

test('a presence changes the groups of its member, and the others stay the same objects', () => {
  const groups = new MemberGroups()
  const before = present(present(start, '10', 'online'), '13', 'online')
  const [crew, online, offline] = groups.of(guildOf(before), channel)
  const after = groups.of(guildOf(present(before, '11', 'online')), channel)
  assert.deepEqual(named(after), [
    ['2', 'alice'],
    ['online', 'bob', 'dave'],
    ['offline', 'carol'],
  ])
  assert.equal(after[0], crew)
  assert.equal(after[1]?.members[1], online?.members[0])
  assert.equal(after[2]?.members[0], offline?.members[1])
})

test('an event elsewhere returns the same groups', () => {
  const groups = new MemberGroups()
  const before = groups.of(guild, channel)
  const elsewhere: GuildState = { ...guild, voiceStates: new Map() }
  assert.equal(groups.of(elsewhere, { ...channel, topic: 'new' }), before)
})

test('members who do not see the channel are left out, by role and by their own overwrite', () => {
  const deny = (id: string, type: number) => ({ id, type, allow: '0', deny: String(Permission.VIEW_CHANNEL) })
  const hidden = { ...channel, permission_overwrites: [deny('3', 0), deny('11', 1)] }
  assert.deepEqual(named(new MemberGroups().of(guild, hidden)), [['offline', 'alice', 'dave']])
})

test('groups that followed changes equal groups that are worked out at once', () => {
  const statuses = ['online', 'idle', 'offline']
  const groups = new MemberGroups()
  let state = start
  for (let step = 0; step < 200; step += 1) {
    const id = String(10 + (step % 4))
    const renamed = member(id, `user ${(step * 7) % 5}`, ...(step % 3 === 0 ? ['2'] : step % 3 === 1 ? ['3'] : []))
    state =
      step % 2 === 0
        ? present(state, id, statuses[step % 3] ?? 'online')
        : reduce(state, { name: 'GUILD_MEMBER_UPDATE', data: { guild_id: '1', ...renamed } })
    assert.deepEqual(groups.of(guildOf(state), channel), new MemberGroups().of(guildOf(state), channel))
  }
})
