import assert from 'node:assert/strict'
import { BOB, CAROL, type Cases, message, testReducers } from '../../../test/support/reducer-cases.ts'
import type { sessionReducers } from './session.ts'

const READY = {
  user: { id: '10', username: 'alice' },
  session_id: 's9',
  guilds: [{ id: '7' }],
  private_channels: [{ id: '32', type: 1, recipients: [CAROL] }],
  relationships: [{ id: '12', type: 2, user: CAROL }],
}

const cases: Cases<typeof sessionReducers> = {
  READY: [
    {
      does: 'begins a session with its relationships and direct messages, and forgets guilds that the person left',
      data: { ...READY, presences: [{ user: { id: '12' }, status: 'idle' }] },
      check(after) {
        assert.deepEqual([after.sessionId, after.status, after.self?.id], ['s9', 'ready', '10'])
        assert.deepEqual([[...after.guilds.keys()], [...after.channels.keys()]], [[], ['32']])
        assert.deepEqual([[...after.relationships.keys()], [...after.presences.keys()]], [['12'], ['12']])
        assert.equal(after.users.get('12'), CAROL)
      },
    },
    {
      does: 'shows guilds of the former session until they come, and keeps unsent messages only',
      after: [['message sending', { message: message('500', { local: { state: 'sending' } }) }]],
      data: { ...READY, guilds: [{ id: '1' }] },
      check(after, before) {
        assert.equal(after.guilds.get('1'), before.guilds.get('1'))
        assert.deepEqual([...after.channels.keys()], ['20', '21', '22', '23', '32'])
        assert.deepEqual(
          after.messages.get('20')?.items.map(({ id }) => id),
          ['500'],
        )
        assert.equal(after.reads, before.reads)
      },
    },
    {
      does: 'replaces what the person has read',
      data: { ...READY, read_state: [{ id: '21', last_message_id: '5', mention_count: 2 }] },
      check: ({ reads }) => assert.deepEqual([...reads], [['21', { lastReadId: '5', mentions: 2 }]]),
    },
  ],
  USER_UPDATE: [
    {
      does: 'changes the person',
      data: { id: '10', username: 'alice', global_name: 'Al' },
      check({ self, users }) {
        assert.deepEqual([self?.global_name, self?.locale, users.get('10')?.global_name], ['Al', 'en-US', 'Al'])
      },
    },
  ],
  USER_SETTINGS_UPDATE: [
    {
      does: 'changes the language, and that of the person',
      data: { locale: 'de' },
      check: ({ locale, self }) => assert.deepEqual([locale, self?.locale], ['de', 'de']),
    },
    { does: 'without a language changes nothing', data: { theme: 'dark' } },
  ],
  RELATIONSHIP_ADD: [
    {
      does: 'adds a user',
      data: { id: '12', type: 3, user: CAROL, should_notify: true },
      check: ({ relationships }) => assert.deepEqual(relationships.get('12'), { id: '12', type: 3, user: CAROL }),
    },
    {
      does: 'replaces a relationship of another type, of which no field stays',
      after: [['RELATIONSHIP_UPDATE', { id: '11', type: 1, nickname: 'Bobby' }]],
      data: { id: '11', type: 2, user: BOB },
      check: ({ relationships }) => assert.deepEqual(relationships.get('11'), { id: '11', type: 2, user: BOB }),
    },
  ],
  RELATIONSHIP_UPDATE: [
    {
      does: 'changes a nickname and keeps the user',
      data: { id: '11', type: 1, nickname: 'Bobby' },
      check: ({ relationships }) =>
        assert.deepEqual(relationships.get('11'), { id: '11', type: 1, nickname: 'Bobby', user: BOB }),
    },
    { does: 'of an unknown user changes nothing', data: { id: '99', type: 1, nickname: 'x' } },
  ],
  RELATIONSHIP_REMOVE: [
    {
      does: 'removes a relationship',
      data: { id: '11', type: 1 },
      check: ({ relationships, users }) => assert.deepEqual([relationships.size, users.has('11')], [0, true]),
    },
    {
      does: 'forgets the presence of a former friend',
      after: [['PRESENCE_UPDATE', { user: { id: '11' }, status: 'online', activities: [], client_status: {} }]],
      data: { id: '11', type: 1 },
      check: ({ presences }) => assert.equal(presences.has('11'), false),
    },
  ],
  'connection changed': [
    { does: 'to the same status changes nothing', data: { status: 'ready' } },
    {
      does: 'notes the status',
      data: { status: 'connecting' },
      check: ({ status }) => assert.equal(status, 'connecting'),
    },
  ],
}
testReducers(cases)
