import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reduceEvent } from '../reduce.ts'
import { type ClientState, EMPTY, type ShownMessage } from '../state.ts'

const author = { id: '1', username: 'alice' }
const sending = { id: '500', channel_id: '7', author, flags: 0, local: { state: 'sending' } } as unknown as ShownMessage
const sent = { ...sending, id: '600', nonce: '500', local: undefined }
const old = { id: '20', author } as ShownMessage

/** Returns the state after actions, given as pairs of a name and its data. */
function after(...actions: [name: string, data: unknown][]): ClientState {
  return actions.reduce((state, [name, data]) => reduceEvent(state, name, data, 0), EMPTY)
}

const idsOf = (state: ClientState) => state.messages.get('7')?.items.map(({ id }) => id)

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
