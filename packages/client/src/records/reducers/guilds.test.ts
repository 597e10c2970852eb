import assert from 'node:assert/strict'
import { BOB, CAROL, type Cases, guildOf, testReducers } from '../../../test/support/reducer-cases.ts'
import type { guildReducers } from './guilds.ts'

const member = { guild_id: '1', user: CAROL, roles: ['2'], nick: null }
const renamed = { ...BOB, global_name: 'Bobby' }
const stage = { id: '51', guild_id: '1', channel_id: '25', topic: 'Songs' }
const event = { id: '61', guild_id: '1', name: 'Party', status: 1 }
const namesOf = (map: ReadonlyMap<string, { name?: string | null }>) => [...map.values()].map(({ name }) => name)

const cases: Cases<typeof guildReducers> = {
  GUILD_CREATE: [
    {
      does: 'replaces a guild with its channels, and keeps other channels',
      data: {
        id: '1',
        name: 'new',
        owner_id: '10',
        joined_at: null,
        member_count: 1,
        soundboard_sounds: [],
        roles: [{ id: '1' }],
        emojis: [],
        stickers: [],
        channels: [{ id: '29', type: 0 }],
        threads: [],
        members: [{ user: renamed, roles: [] }],
        presences: [],
        voice_states: [],
        stage_instances: [],
        guild_scheduled_events: [],
      },
      check(after) {
        assert.deepEqual(guildOf(after).guild, { id: '1', name: 'new', owner_id: '10' })
        assert.deepEqual([...after.channels.keys()], ['30', '31', '29'])
        assert.equal(after.channels.get('29')?.guild_id, '1')
        assert.equal(after.relationships.get('11')?.user.global_name, 'Bobby')
        assert.equal(after.channels.get('30')?.recipients?.[0]?.global_name, 'Bobby')
      },
    },
  ],
  GUILD_UPDATE: [
    {
      does: 'changes the guild and its roles, and keeps everything else',
      data: { id: '1', name: 'library', roles: [{ id: '1' }], emojis: [], stickers: [] },
      check(after, before) {
        const { guild, roles, emojis, members } = guildOf(after)
        assert.deepEqual([guild.name, guild.owner_id, [...roles.keys()]], ['library', '11', ['1']])
        assert.deepEqual([emojis, members], [guildOf(before).emojis, guildOf(before).members])
      },
    },
    { does: 'of an unknown guild changes nothing', data: { id: '9', name: 'x', roles: [] } },
  ],
  GUILD_DELETE: [
    {
      does: 'forgets the guild with its channels and messages, and keeps what the person has read',
      data: { id: '1' },
      check(after, before) {
        assert.deepEqual([after.guilds.size, [...after.channels.keys()], after.messages.size], [0, ['30', '31'], 0])
        assert.equal(after.reads, before.reads)
      },
    },
    {
      does: 'of a guild that is not available keeps it and says so',
      data: { id: '1', unavailable: true },
      check(after) {
        assert.equal(guildOf(after).unavailable, true)
        assert.equal(after.channels.size, 6)
      },
    },
  ],
  GUILD_MEMBER_ADD: [
    {
      does: 'adds a member and counts it',
      data: member,
      check(after) {
        const { members, memberCount } = guildOf(after)
        assert.deepEqual([memberCount, members.get('12')?.roles], [3, ['2']])
        assert.equal('guild_id' in (members.get('12') ?? {}), false)
        assert.equal(after.users.get('12'), CAROL)
      },
    },
  ],
  GUILD_MEMBER_UPDATE: [
    {
      does: 'replaces a member, and the copies of its user',
      data: { guild_id: '1', user: renamed, roles: [], nick: 'B' },
      check(after) {
        assert.equal(guildOf(after).members.get('11')?.nick, 'B')
        assert.equal(guildOf(after).memberCount, 2)
        assert.equal(after.relationships.get('11')?.user.global_name, 'Bobby')
        assert.equal(after.channels.get('31')?.recipients?.[0]?.global_name, 'Bobby')
      },
    },
    { does: 'in an unknown guild changes nothing', data: { ...member, guild_id: '9' } },
  ],
  GUILD_MEMBER_REMOVE: [
    {
      does: 'removes a member with its presence and counts it',
      data: { guild_id: '1', user: BOB },
      check(after) {
        const { members, presences, memberCount } = guildOf(after)
        assert.deepEqual([members.has('11'), presences.has('11'), memberCount], [false, false, 1])
      },
    },
  ],
  'member role changed': [
    {
      does: 'gives a role',
      data: { guildId: '1', userId: '11', roleId: '2', given: true },
      check: (after) => assert.deepEqual(guildOf(after).members.get('11')?.roles, ['2']),
    },
    { does: 'gives no role twice', data: { guildId: '1', userId: '10', roleId: '2', given: true } },
  ],
  GUILD_MEMBERS_CHUNK: [
    {
      does: 'adds members and presences',
      data: { guild_id: '1', members: [member], presences: [{ user: { id: '12' }, status: 'dnd' }] },
      check(after) {
        const { members, presences, memberCount } = guildOf(after)
        assert.deepEqual([members.size, presences.get('12')?.status, memberCount], [3, 'dnd', 2])
      },
    },
  ],
  GUILD_ROLE_CREATE: [
    {
      does: 'adds a role',
      data: { guild_id: '1', role: { id: '3', name: 'guests' } },
      check: (after) => assert.deepEqual(namesOf(guildOf(after).roles), ['@everyone', 'crew', 'guests']),
    },
  ],
  GUILD_ROLE_UPDATE: [
    {
      does: 'replaces a role',
      data: { guild_id: '1', role: { id: '2', name: 'staff' } },
      check: (after) => assert.deepEqual(namesOf(guildOf(after).roles), ['@everyone', 'staff']),
    },
  ],
  GUILD_ROLE_DELETE: [
    {
      does: 'removes a role, and takes it from its members',
      data: { guild_id: '1', role_id: '2' },
      check(after, before) {
        const { roles, members } = guildOf(after)
        assert.deepEqual([[...roles.keys()], members.get('10')?.roles], [['1'], []])
        assert.equal(members.get('11'), guildOf(before).members.get('11'))
      },
    },
  ],
  GUILD_EMOJIS_UPDATE: [
    {
      does: 'replaces all emojis',
      data: { guild_id: '1', emojis: [{ id: '42', name: 'dot' }] },
      check: (after) => assert.deepEqual(namesOf(guildOf(after).emojis), ['dot']),
    },
  ],
  GUILD_STICKERS_UPDATE: [
    {
      does: 'replaces all stickers',
      data: { guild_id: '1', stickers: [] },
      check: (after) => assert.equal(guildOf(after).stickers.size, 0),
    },
  ],
  PRESENCE_UPDATE: [
    {
      does: 'changes a presence in a guild and leaves that of a friend',
      data: { guild_id: '1', user: { id: '11' }, status: 'idle' },
      check(after, before) {
        assert.deepEqual(guildOf(after).presences.get('11'), { user: { id: '11' }, status: 'idle' })
        assert.equal(after.presences, before.presences)
        assert.equal(after.users, before.users)
      },
    },
    {
      does: 'without a guild changes the presence and the user of a friend',
      data: { user: renamed, status: 'dnd' },
      check(after) {
        assert.equal(after.presences.get('11')?.status, 'dnd')
        assert.equal(after.relationships.get('11')?.user.global_name, 'Bobby')
      },
    },
    {
      does: 'of a user who is offline removes it',
      data: { guild_id: '1', user: { id: '11' }, status: 'offline' },
      check: (after) => assert.equal(guildOf(after).presences.size, 0),
    },
  ],
  STAGE_INSTANCE_CREATE: [
    {
      does: 'adds a stage',
      data: stage,
      check: (after) => assert.equal(guildOf(after).stages.get('51')?.topic, 'Songs'),
    },
  ],
  STAGE_INSTANCE_UPDATE: [
    {
      does: 'replaces a stage',
      data: { ...stage, id: '50' },
      check: (after) =>
        assert.deepEqual(
          [...guildOf(after).stages.values()].map(({ topic }) => topic),
          ['Songs'],
        ),
    },
  ],
  STAGE_INSTANCE_DELETE: [
    {
      does: 'removes a stage',
      data: { ...stage, id: '50' },
      check: (after) => assert.equal(guildOf(after).stages.size, 0),
    },
  ],
  GUILD_SCHEDULED_EVENT_CREATE: [
    {
      does: 'adds an event',
      data: event,
      check: (after) => assert.deepEqual(namesOf(guildOf(after).events), ['Picnic', 'Party']),
    },
  ],
  GUILD_SCHEDULED_EVENT_UPDATE: [
    {
      does: 'replaces an event',
      data: { ...event, id: '60' },
      check: (after) => assert.deepEqual(namesOf(guildOf(after).events), ['Party']),
    },
    {
      does: 'removes an event that ended or was cancelled',
      data: { ...event, id: '60', status: 4 },
      check: (after) => assert.equal(guildOf(after).events.size, 0),
    },
  ],
  GUILD_SCHEDULED_EVENT_DELETE: [
    {
      does: 'removes an event',
      data: { ...event, id: '60' },
      check: (after) => assert.equal(guildOf(after).events.size, 0),
    },
  ],
}
testReducers(cases)
