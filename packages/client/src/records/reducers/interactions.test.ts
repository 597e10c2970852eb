import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { reduceEvent } from '../reduce.ts'
import { type ClientState, EMPTY, type PendingInteraction, type ShownMessage } from '../state.ts'

/** Applies an event of which only what matters to a test is given. */
const reduce = (state: ClientState, { name, data }: { name: string; data: unknown }, now?: number) =>
  reduceEvent(state, name, data, now)

const message = { id: '500', channel_id: '7', local: { state: 'sending' } } as unknown as ShownMessage
const command: Omit<PendingInteraction, 'state'> = {
  nonce: '500',
  kind: 'command',
  channelId: '7',
  messageId: null,
  customId: null,
  message,
}
const button = { ...command, nonce: '501', kind: 'component' as const, messageId: '20', customId: 'a', message: null }
const loaded: ClientState = {
  ...EMPTY,
  messages: new Map([['7', { items: [{ id: '20' } as ShownMessage], hasOlder: false, hasNewer: false }]]),
}

/** Returns the state after actions, given as pairs of a name and its data. */
function after(...actions: [name: string, data: unknown][]): ClientState {
  return actions.reduce((state, [name, data]) => reduce(state, { name, data }), loaded)
}

const idsOf = (state: ClientState) => state.messages.get('7')?.items.map(({ id }) => id)

describe('interactions', () => {
  test('a command that waits has a message, which goes with the response', () => {
    const waiting = [
      ['interaction started', command],
      ['interaction waiting', { nonce: '500' }],
    ] as [string, unknown][]
    assert.deepEqual(idsOf(after(...waiting)), ['20', '500'])
    const done = after(...waiting, ['INTERACTION_SUCCESS', { id: '9', nonce: '500' }])
    assert.deepEqual(idsOf(done), ['20'])
    assert.equal(done.interactions.size, 0)
  })

  test('a command whose application was fast never has a message', () => {
    const state = after(
      ['interaction started', command],
      ['INTERACTION_SUCCESS', { nonce: '500' }],
      ['interaction waiting', { nonce: '500' }],
    )
    assert.deepEqual(idsOf(state), ['20'])
  })

  test('a failed command keeps its message with the failure, also without one before', () => {
    const state = after(['interaction started', command], ['INTERACTION_FAILURE', { nonce: '500' }])
    const failed = state.messages.get('7')?.items.at(-1)
    assert.equal(failed?.local?.state, 'failed')
    assert.equal(failed?.local?.error, 'The application did not respond')
  })

  test('a failed component stays failed until its message is used again', () => {
    const failed = after(['interaction started', button], ['INTERACTION_FAILURE', { nonce: '501' }])
    assert.equal(failed.interactions.get('501')?.error, 'This interaction failed')
    const again = reduce(failed, { name: 'interaction started', data: { ...button, nonce: '502' } })
    assert.deepEqual([...again.interactions.keys()], ['502'])
  })

  test('a request that the server refused leaves nothing, or its error where there is no form', () => {
    const refused = (error: string | null) =>
      after(['interaction started', button], ['interaction refused', { nonce: '501', error }])
    assert.equal(refused(null).interactions.size, 0)
    assert.equal(refused('No').interactions.get('501')?.error, 'No')
  })

  test('results of other sessions of the person change nothing and open no modal', () => {
    const before = after(['interaction started', command])
    const modal = { id: '1', nonce: 'other', channel_id: '7', custom_id: 'm', title: 'M', components: [] }
    for (const name of ['INTERACTION_SUCCESS', 'INTERACTION_FAILURE', 'INTERACTION_MODAL_CREATE'])
      assert.equal(reduce(before, { name, data: modal }), before)
  })

  test('choices of an option are kept with the nonce of their request, the newest only', () => {
    const choices = (nonce: string) => ['APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE', { nonce, choices: [] }] as const
    assert.deepEqual(after([...choices('1')], [...choices('2')]).autocomplete, { nonce: '2', choices: [] })
  })

  test('a modal ends its interaction and is closed by its id', () => {
    const application = { id: '9', name: 'bot', icon: null }
    const modal = { id: '1', nonce: '501', channel_id: '7', custom_id: 'm', title: 'M', components: [], application }
    const open = after(['interaction started', button], ['INTERACTION_MODAL_CREATE', modal])
    assert.equal(open.modal?.customId, 'm')
    assert.equal(open.interactions.size, 0)
    assert.equal(reduce(open, { name: 'modal closed', data: { id: '2' } }), open)
    assert.equal(reduce(open, { name: 'modal closed', data: { id: '1' } }).modal, null)
  })

  test('a new session forgets interactions and the messages that represent them', () => {
    const waiting = after(['interaction started', command], ['interaction waiting', { nonce: '500' }])
    const ready = { user: { id: '1' }, session_id: 's', guilds: [], private_channels: [], relationships: [] }
    const state = reduce(waiting, { name: 'READY', data: ready })
    assert.equal(state.interactions.size, 0)
    assert.equal(state.messages.size, 0)
  })
})
