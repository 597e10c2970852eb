import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClientState, EMPTY, reduceEvent } from '@guildhall/client/records'
import { quickChoices } from './quick-choices.ts'

/** Applies an event of which only what matters to a test is given. */
const reduce = (state: ClientState, { name, data }: { name: string; data: unknown }, now?: number) =>
  reduceEvent(state, name, data, now)

const user = (id: string, username: string) => ({ id, username, global_name: null, avatar: null, discriminator: '0' })
const [alice, bob, carol] = [user('1', 'alice'), user('2', 'bob'), user('3', 'carol')]
const channel = (id: string, name: string, last: string) => ({ id, name, type: 0, position: 1, last_message_id: last })

const guild = {
  id: '10',
  name: 'Lab',
  owner_id: '9',
  joined_at: '2020-01-01T00:00:00Z',
  member_count: 1,
  roles: [{ id: '10', permissions: '1024' }],
  emojis: [],
  stickers: [],
  members: [{ user: alice, roles: [], communication_disabled_until: null }],
  presences: [],
  voice_states: [],
  stage_instances: [],
  guild_scheduled_events: [],
  threads: [],
  channels: [
    channel('20', 'general', '100'),
    channel('21', 'random', '300'),
    channel('22', 'gardening', '200'),
    { ...channel('23', 'secret', '400'), permission_overwrites: [{ id: '10', type: 0, allow: '0', deny: '1024' }] },
    { id: '24', name: 'Text', type: 4, position: 0 },
  ],
}

const state = [
  {
    name: 'READY',
    data: {
      user: alice,
      session_id: 's',
      guilds: [{ id: '10' }],
      private_channels: [{ id: '30', type: 1, recipients: [bob], last_message_id: '50' }],
      relationships: [
        { id: '2', type: 1, user: bob },
        { id: '3', type: 1, user: carol },
      ],
      read_state: [
        { id: '20', last_message_id: '100', mention_count: 0 },
        { id: '21', last_message_id: '300', mention_count: 0 },
        { id: '22', last_message_id: '150', mention_count: 0 },
        { id: '30', last_message_id: '40', mention_count: 2 },
      ],
    },
  },
  { name: 'GUILD_CREATE', data: guild },
].reduce(reduce, EMPTY)

const labels = (text: string) => quickChoices(state, text).map(({ label }) => label)

test('quickChoices puts mentions and unread places first, then the newest ones', () => {
  assert.deepEqual(labels(''), ['bob', 'gardening', 'random', 'general', 'carol', 'Lab'])
  assert.equal(quickChoices(state, '')[0]?.aside, '2 mentions')
})

test('quickChoices finds names by beginning before parts, and nothing that is hidden', () => {
  assert.deepEqual(labels('ge'), ['general'])
  assert.deepEqual(labels('g'), ['gardening', 'general'])
  assert.deepEqual(labels('an'), ['random'])
  assert.deepEqual(labels('lab'), ['Lab', 'gardening', 'random', 'general'])
  assert.deepEqual(labels('secret'), [])
})

test('quickChoices reads a sign at the beginning as a kind of place', () => {
  assert.deepEqual(labels('@'), ['bob', 'carol'])
  assert.deepEqual(labels('#gen'), ['general'])
  assert.deepEqual(labels('*'), ['Lab'])
})
