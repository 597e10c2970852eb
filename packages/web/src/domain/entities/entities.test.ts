import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ClientState, EMPTY } from '@guildhall/client/records'
import { Permission } from '@guildhall/protocol'
import { type EntityKind, entityById, searchEntities, searchMentions } from './entities.ts'

const user = (id: string, username: string, global_name: string | null = null) => ({ id, username, global_name })
const role = (id: string, name: string, position: number) => ({
  id,
  name,
  position,
  permissions: '1024',
  mentionable: id === '2',
  colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
})
const channel = (id: string, name: string, type: number, more: object = {}) => ({
  id,
  name,
  type,
  guild_id: '1',
  ...more,
})
const hidden = { permission_overwrites: [{ id: '1', type: 0, allow: '0', deny: String(Permission.VIEW_CHANNEL) }] }

const state = {
  ...EMPTY,
  self: user('10', 'alice'),
  users: new Map([['12', user('12', 'dora')]]),
  guilds: new Map([
    [
      '1',
      {
        guild: { id: '1', owner_id: '99' },
        roles: new Map([
          ['1', role('1', '@everyone', 0)],
          ['2', role('2', 'crew', 2)],
          ['3', role('3', 'guests', 1)],
        ]),
        members: new Map([
          ['11', { user: user('11', 'bob', 'Bob Builder'), nick: null, roles: [] }],
          ['10', { user: user('10', 'alice'), nick: 'Queen', roles: [] }],
        ]),
      },
    ],
  ]),
  channels: new Map<string, object>([
    ['20', channel('20', 'general', 0)],
    ['21', channel('21', 'lounge', 2)],
    ['22', channel('22', 'secret', 0, hidden)],
    ['30', { id: '30', type: 1, recipients: [user('11', 'bob')] }],
  ]),
} as unknown as ClientState

const guild = { channelId: '20', guildId: '1' }
const names = (
  kind: EntityKind,
  text: string,
  more: { channelTypes?: number[] } = {},
  place: { channelId: string; guildId: string | null } = guild,
) => searchEntities(state, place, { kind, text, ...more }).map(({ label }) => label)

const mentions = (text: string, permissions: bigint, place: { channelId: string; guildId: string | null } = guild) =>
  searchMentions(state, place, { text, permissions, max: 1 }).map(({ label }) => label)

describe('entities', () => {
  test('mentions are users and mentionable roles, with MENTION_EVERYONE all roles, each up to a limit', () => {
    assert.deepEqual(mentions('', 0n), ['alice', 'crew'])
    assert.deepEqual(mentions('g', 0n), [])
    assert.deepEqual(mentions('g', Permission.MENTION_EVERYONE), ['guests'])
    assert.deepEqual(mentions('ro', Permission.MENTION_EVERYONE), [])
    assert.deepEqual(mentions('', Permission.MENTION_EVERYONE), ['alice', 'crew', 'everyone', 'here'])
    assert.deepEqual(mentions('', ~0n, { channelId: '30', guildId: null }), ['alice'])
  })

  test('users are found by username, nickname and display name, beginnings first', () => {
    assert.deepEqual(names('user', ''), ['alice', 'bob'])
    assert.deepEqual(names('user', 'quee'), ['alice'])
    assert.deepEqual(names('user', '@BUILD'), ['bob'])
  })

  test('a direct message offers its people', () => {
    assert.deepEqual(names('user', '', {}, { channelId: '30', guildId: null }), ['alice', 'bob'])
    assert.deepEqual(names('channel', '', {}, { channelId: '30', guildId: null }), [])
  })

  test('mentionables are users, then roles from the highest', () => {
    assert.deepEqual(names('mentionable', ''), ['alice', 'bob', 'crew', 'guests', '@everyone'])
    assert.deepEqual(names('role', 'every'), ['@everyone'])
  })

  test('channels are those that the person sees, of the wanted types', () => {
    assert.deepEqual(names('channel', ''), ['general', 'lounge'])
    assert.deepEqual(names('channel', '', { channelTypes: [2] }), ['lounge'])
    assert.deepEqual(names('channel', '#gen'), ['general'])
  })

  test('an entity by its id has its name, or the id where nothing is known', () => {
    assert.equal(entityById(state, '1', 'user', '11').detail, 'Bob Builder')
    assert.equal(entityById(state, '1', 'user', '12').label, 'dora')
    assert.equal(entityById(state, '1', 'role', '2').label, 'crew')
    assert.equal(entityById(state, '1', 'channel', '77').label, '77')
  })
})
