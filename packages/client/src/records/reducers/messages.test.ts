import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Cases, message, testReducers } from '../../../test/support/reducer-cases.ts'
import { reduceEvent } from '../reduce.ts'
import { type ClientState, EMPTY, type ShownMessage } from '../state.ts'
import type { messageReducers } from './messages.ts'

const author = { id: '1', username: 'alice' }
const sending = { id: '500', channel_id: '7', author, flags: 0, local: { state: 'sending' } } as unknown as ShownMessage
const sent = { ...sending, id: '600', nonce: '500', local: undefined }
const old = { id: '20', author } as ShownMessage

/** Returns the state after actions, given as pairs of a name and its data. */
function after(...actions: [name: string, data: unknown][]): ClientState {
  return actions.reduce((state, [name, data]) => reduceEvent(state, name, data, 0), EMPTY)
}

const idsOf = (state: ClientState, channelId = '7') => state.messages.get(channelId)?.items.map(({ id }) => id)
const itemOf = (state: ClientState, id: string) =>
  state.messages.get('20')?.items.find((item) => item.id === id) ?? assert.fail(`${id} is not loaded`)
const at = { channel_id: '20', message_id: '100' }
const fire = { ...at, user_id: '11', emoji: { id: null, name: '🔥' } }
const vote = { channel_id: '20', message_id: '101', user_id: '10', answer_id: 1 }
const range = (items: object[]) => ({ items, hasOlder: true, hasNewer: true })
const unsent = message('500', { local: { state: 'sending' } })

const cases: Cases<typeof messageReducers> = {
  MESSAGE_CREATE: [
    {
      does: 'adds a message of another user to what is loaded, and counts the mention of a role',
      data: message('102', { mention_roles: ['2'] }),
      check(state) {
        assert.deepEqual(idsOf(state, '20'), ['100', '101', '102'])
        assert.equal(state.newest.get('20'), '102')
        assert.deepEqual(state.reads.get('20'), { lastReadId: '100', mentions: 2 })
      },
    },
    {
      does: 'of the person marks the channel as read, and replaces the one that waits for it',
      after: [['message sending', { message: unsent }]],
      data: message('102', { author: { id: '10' }, nonce: '500' }),
      check(state) {
        assert.deepEqual(idsOf(state, '20'), ['100', '101', '102'])
        assert.deepEqual(state.reads.get('20'), { lastReadId: '102', mentions: 0 })
      },
    },
    {
      does: 'that comes again is not taken for newer than its MESSAGE_UPDATE, and adds what is not known',
      after: [
        ['MESSAGE_CREATE', message('102', { content: 'first' })],
        ['MESSAGE_UPDATE', message('102', { content: 'second' })],
      ],
      data: message('102', { content: 'first', webhook_id: '9' }),
      check(state) {
        const { content, webhook_id } = itemOf(state, '102')
        assert.deepEqual([content, webhook_id], ['second', '9'])
      },
    },
    {
      does: 'in a direct message counts as a mention, also of a user who is not known',
      data: message('91', { channel_id: '30', author: { id: '13' } }),
      check({ reads, users }) {
        assert.deepEqual([reads.get('30')?.mentions, users.has('13')], [1, true])
      },
    },
    {
      does: 'ends that its author is shown as typing',
      after: [['TYPING_START', { channel_id: '20', user_id: '11' }]],
      data: message('102'),
      check: ({ typing }) => assert.equal(typing.get('20')?.size, 0),
    },
    {
      does: 'in a thread is counted once, though it comes as a response and as an event',
      after: [['MESSAGE_CREATE', message('102', { channel_id: '23' })]],
      data: message('102', { channel_id: '23' }),
      check({ channels }) {
        const { message_count, total_message_sent } = channels.get('23') ?? {}
        assert.deepEqual([message_count, total_message_sent], [3, 4])
      },
    },
  ],
  MESSAGE_UPDATE: [
    {
      does: 'changes a loaded message and keeps its reactions, which know the person',
      data: { id: '100', channel_id: '20', content: 'edited', reactions: [] },
      check(state) {
        assert.equal(itemOf(state, '100').content, 'edited')
        assert.equal(itemOf(state, '100').reactions?.length, 1)
      },
    },
    {
      does: 'takes the thread from a message without the flag, because it was deleted',
      after: [['MESSAGE_UPDATE', { id: '100', channel_id: '20', flags: 32, thread: { id: '100' } }]],
      data: { id: '100', channel_id: '20', flags: 0 },
      check: (state) => assert.equal(itemOf(state, '100').thread, undefined),
    },
    { does: 'of a message that is not loaded changes nothing', data: { id: '99', channel_id: '20', content: 'x' } },
  ],
  MESSAGE_DELETE: [
    {
      does: 'removes a message, also from the reply to it',
      data: { id: '100', channel_id: '20' },
      check(state) {
        assert.deepEqual(idsOf(state, '20'), ['101'])
        assert.equal(itemOf(state, '101').referenced_message, null)
      },
    },
    {
      does: 'in a thread lowers its count, and not the number of messages that were ever sent',
      data: { id: '80', channel_id: '23' },
      check({ channels }) {
        const { message_count, total_message_sent } = channels.get('23') ?? {}
        assert.deepEqual([message_count, total_message_sent], [1, 3])
      },
    },
  ],
  MESSAGE_DELETE_BULK: [
    {
      does: 'removes messages',
      data: { ids: ['100', '101', '99'], channel_id: '20' },
      check: (state) => assert.deepEqual(idsOf(state, '20'), []),
    },
  ],
  MESSAGE_REACTION_ADD: [
    {
      does: 'counts a reaction of another user',
      data: fire,
      check(state) {
        const [reaction] = itemOf(state, '100').reactions ?? []
        assert.deepEqual([reaction?.count, reaction?.me], [2, false])
      },
    },
    {
      does: 'counts the own reaction once, which the app has counted already',
      after: [['MESSAGE_REACTION_ADD', { ...fire, user_id: '10' }]],
      data: { ...fire, user_id: '10' },
    },
    {
      does: 'begins a reaction with another emoji',
      data: { ...fire, emoji: { id: '40', name: 'pixel' } },
      check: (state) =>
        assert.deepEqual(
          itemOf(state, '100').reactions?.map(({ count }) => count),
          [1, 1],
        ),
    },
  ],
  MESSAGE_REACTION_REMOVE: [
    {
      does: 'removes an emoji without reactions',
      data: fire,
      check: (state) => assert.deepEqual(itemOf(state, '100').reactions, []),
    },
    { does: 'of an emoji that is not there changes nothing', data: { ...fire, emoji: { id: null, name: '👍' } } },
  ],
  MESSAGE_REACTION_REMOVE_ALL: [
    {
      does: 'removes all reactions',
      data: at,
      check: (state) => assert.deepEqual(itemOf(state, '100').reactions, []),
    },
  ],
  MESSAGE_REACTION_REMOVE_EMOJI: [
    {
      does: 'removes the reactions with an emoji',
      after: [['MESSAGE_REACTION_ADD', { ...fire, emoji: { id: '40', name: 'pixel' } }]],
      data: fire,
      check: (state) =>
        assert.deepEqual(
          itemOf(state, '100').reactions?.map(({ emoji }) => emoji.name),
          ['pixel'],
        ),
    },
  ],
  MESSAGE_POLL_VOTE_ADD: [
    {
      does: 'counts a vote of the person',
      data: vote,
      check: (state) =>
        assert.deepEqual(itemOf(state, '101').poll?.results?.answer_counts, [{ id: 1, count: 1, me_voted: true }]),
    },
    { does: 'on a message without a poll changes nothing', data: { ...vote, message_id: '100' } },
  ],
  MESSAGE_POLL_VOTE_REMOVE: [
    {
      does: 'takes a vote of the person back',
      after: [['MESSAGE_POLL_VOTE_ADD', vote]],
      data: vote,
      check: (state) =>
        assert.deepEqual(itemOf(state, '101').poll?.results?.answer_counts, [{ id: 1, count: 0, me_voted: false }]),
    },
  ],
  MESSAGE_ACK: [
    {
      does: 'notes what another session of the person has read',
      data: { channel_id: '20', message_id: '101', mention_count: 0 },
      check: ({ reads }) => assert.deepEqual(reads.get('20'), { lastReadId: '101', mentions: 0 }),
    },
  ],
  'messages loaded': [
    {
      does: 'puts older messages in front',
      data: { channelId: '20', mode: 'older', range: { ...range([message('98')]), hasOlder: false } },
      check(state) {
        assert.deepEqual(idsOf(state, '20'), ['98', '100', '101'])
        assert.deepEqual([state.messages.get('20')?.hasOlder, state.messages.get('20')?.hasNewer], [false, false])
      },
    },
    {
      does: 'replaces the range by one elsewhere, without the message that is being sent',
      after: [['message sending', { message: unsent }]],
      data: { channelId: '20', mode: 'replace', range: range([message('50', { author: { id: '13' } })]) },
      check(state) {
        assert.deepEqual(idsOf(state, '20'), ['50'])
        assert.ok(state.users.has('13'))
      },
    },
  ],
  'message sending': [
    {
      does: 'shows a message below the loaded ones',
      data: { message: unsent },
      check: (state) => assert.deepEqual(idsOf(state, '20'), ['100', '101', '500']),
    },
  ],
  'message failed': [
    {
      does: 'notes the error',
      after: [['message sending', { message: unsent }]],
      data: { channelId: '20', nonce: '500', error: 'No' },
      check: (state) =>
        assert.deepEqual([itemOf(state, '500').local?.state, itemOf(state, '500').local?.error], ['failed', 'No']),
    },
  ],
  'message dismissed': [
    {
      does: 'removes a message that only this person sees',
      data: { channelId: '20', messageId: '101' },
      check: (state) => assert.deepEqual(idsOf(state, '20'), ['100']),
    },
  ],
  'channel read': [
    {
      does: 'notes the last read message and ends its mentions',
      data: { channelId: '20', messageId: '101' },
      check: ({ reads }) => assert.deepEqual(reads.get('20'), { lastReadId: '101', mentions: 0 }),
    },
  ],
}
testReducers(cases)

test('a message that is being sent is shown in a channel of which nothing is loaded, and stays below what is', () => {
  const state = after(['message sending', { message: sending }])
  assert.deepEqual(state.messages.get('7'), { items: [sending], hasOlder: true, hasNewer: true })
  const range = { items: [old], hasOlder: false, hasNewer: false }
  const loaded: [string, unknown] = ['messages loaded', { channelId: '7', range, mode: 'replace' }]
  assert.deepEqual(idsOf(after(['message sending', { message: sending }], loaded)), ['20', '500'])
})

test('the confirmation of a message does not pass for the newest part of a channel of which nothing is loaded', () => {
  const state = after(['message sending', { message: sending }], ['MESSAGE_CREATE', sent])
  assert.deepEqual(state.messages.get('7'), { items: [], hasOlder: true, hasNewer: true })
})
