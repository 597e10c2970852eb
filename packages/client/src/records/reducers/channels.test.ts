import assert from 'node:assert/strict'
import { BOB, CAROL, type Cases, NOW, testReducers } from '../../../test/support/reducer-cases.ts'
import type { channelReducers } from './channels.ts'

const thread = { id: '26', type: 11, guild_id: '1', parent_id: '22', thread_metadata: { archived: false } }
const idsOf = (users: readonly { id: string }[] | undefined) => users?.map(({ id }) => id)

const cases: Cases<typeof channelReducers> = {
  CHANNEL_CREATE: [
    {
      does: 'adds a direct message and its users',
      data: { id: '32', type: 1, recipients: [{ id: '13', username: 'dave' }] },
      check: ({ channels, users }) => assert.deepEqual([channels.size, users.get('13')?.username], [7, 'dave']),
    },
  ],
  CHANNEL_UPDATE: [
    {
      does: 'changes the fields that it has',
      data: { id: '20', type: 0, name: 'lobby' },
      check: ({ channels }) =>
        assert.deepEqual([channels.get('20')?.name, channels.get('20')?.last_message_id], ['lobby', '101']),
    },
    {
      does: 'of a channel that is hidden from a bot forgets its threads',
      data: { id: '20', type: 0, name: '___hidden___', flags: 1 << 17 },
      check: ({ channels }) => assert.deepEqual([...channels.keys()].toSorted(), ['20', '21', '22', '30', '31']),
    },
  ],
  CHANNEL_DELETE: [
    {
      does: 'forgets a channel, its threads and messages, and keeps what the person has read',
      data: { id: '20' },
      check({ channels, messages, reads }) {
        assert.deepEqual([...channels.keys()], ['30', '31', '21', '22'])
        assert.deepEqual([messages.size, reads.has('20')], [0, true])
      },
    },
    {
      does: 'forgets who is connected to a hidden voice channel',
      data: { id: '21' },
      check: ({ guilds }) => assert.deepEqual([...(guilds.get('1')?.voiceStates ?? [])], []),
    },
    {
      does: 'forgets the events in a hidden voice channel, and no others',
      after: [
        ['GUILD_SCHEDULED_EVENT_CREATE', { id: '61', guild_id: '1', channel_id: '21' }],
        ['GUILD_SCHEDULED_EVENT_CREATE', { id: '62', guild_id: '1', channel_id: null }],
      ],
      data: { id: '21' },
      check: ({ guilds }) => assert.deepEqual([...(guilds.get('1')?.events.keys() ?? [])], ['60', '62']),
    },
  ],
  THREAD_CREATE: [
    {
      does: 'adds a thread, and is the newest post of its forum',
      data: { ...thread, newly_created: true },
      check({ channels, newest }) {
        assert.deepEqual(channels.get('26'), thread)
        assert.equal(newest.get('22'), '26')
      },
    },
    {
      does: 'leaves the newest message of a text channel',
      data: { ...thread, parent_id: '20' },
      check: ({ newest }, before) => assert.equal(newest, before.newest),
    },
  ],
  THREAD_UPDATE: [
    {
      does: 'keeps the membership of the person, which the event omits',
      data: { id: '23', type: 11, parent_id: '20', name: 'renamed' },
      check: ({ channels }) =>
        assert.deepEqual([channels.get('23')?.name, channels.get('23')?.member?.user_id], ['renamed', '10']),
    },
  ],
  THREAD_DELETE: [
    {
      does: 'forgets a thread',
      data: { id: '23', parent_id: '20', type: 11 },
      check: ({ channels }) => assert.deepEqual([...channels.keys()], ['30', '31', '20', '21', '22']),
    },
  ],
  THREAD_LIST_SYNC: [
    {
      does: 'replaces the threads of its channels, with the memberships of the person',
      data: { guild_id: '1', channel_ids: ['20'], threads: [thread], members: [{ id: '26', user_id: '10', flags: 1 }] },
      check({ channels }) {
        assert.deepEqual([channels.has('23'), channels.get('26')?.member?.flags], [false, 1])
      },
    },
    {
      does: 'keeps the threads of other channels',
      data: { guild_id: '1', channel_ids: ['22'], threads: [], members: [] },
    },
  ],
  THREAD_MEMBER_UPDATE: [
    {
      does: 'replaces the membership of the person',
      data: { id: '23', guild_id: '1', user_id: '10', flags: 2 },
      check: ({ channels }) => assert.deepEqual(channels.get('23')?.member, { id: '23', user_id: '10', flags: 2 }),
    },
    { does: 'of an unknown thread changes nothing', data: { id: '99', flags: 2 } },
  ],
  THREAD_MEMBERS_UPDATE: [
    {
      does: 'counts members, and ends the membership of a removed person',
      data: { id: '23', member_count: 4, removed_member_ids: ['10'] },
      check({ channels }) {
        assert.equal(channels.get('23')?.member_count, 4)
        assert.equal('member' in (channels.get('23') ?? {}), false)
      },
    },
    {
      does: 'begins the membership of the person, without the member that comes with it',
      data: {
        id: '23',
        member_count: 2,
        added_members: [{ id: '23', user_id: '10', flags: 3, member: { user: BOB }, presence: null }],
      },
      check: ({ channels }) => assert.deepEqual(channels.get('23')?.member, { id: '23', user_id: '10', flags: 3 }),
    },
  ],
  CHANNEL_RECIPIENT_ADD: [
    {
      does: 'adds a user to a group',
      data: { channel_id: '31', user: { id: '13', username: 'dave' } },
      check({ channels, users }) {
        assert.deepEqual(idsOf(channels.get('31')?.recipients), ['11', '12', '13'])
        assert.ok(users.has('13'))
      },
    },
    { does: 'of the person changes nothing', data: { channel_id: '31', user: { id: '10' } } },
  ],
  CHANNEL_RECIPIENT_REMOVE: [
    {
      does: 'removes a user from a group',
      data: { channel_id: '31', user: CAROL },
      check: ({ channels }) => assert.deepEqual(idsOf(channels.get('31')?.recipients), ['11']),
    },
  ],
  TYPING_START: [
    {
      does: 'shows a user as typing for ten seconds',
      data: { channel_id: '20', user_id: '11' },
      check: ({ typing }) => assert.equal(typing.get('20')?.get('11'), NOW + 10_000),
    },
    { does: 'of the person changes nothing', data: { channel_id: '20', user_id: '10' } },
  ],
  CHANNEL_PINS_UPDATE: [
    {
      does: 'notes the time of the newest pin',
      data: { channel_id: '20', last_pin_timestamp: '2030-01-01' },
      check: ({ channels }) => assert.equal(channels.get('20')?.last_pin_timestamp, '2030-01-01'),
    },
  ],
}
testReducers(cases)
