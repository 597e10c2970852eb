import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MemberObject, UserObject } from '@guildhall/protocol'
import {
  ARCHIVED_THREADS_MAX,
  INTERACTIONS_MAX,
  LEFT_MEMBERS_MAX,
  LEFT_MESSAGES_MAX,
  LOADED_CHANNELS_MAX,
  OPEN_MESSAGES_MAX,
  READS_MAX,
  USERS_MAX,
} from '../limits.ts'
import { reduceEvent } from '../reduce.ts'
import { type ClientState, EMPTY, type GuildState, type ShownMessage } from '../state.ts'

/** Applies an event of which only what matters to a test is given. */
const reduce = (state: ClientState, { name, data }: { name: string; data: unknown }, now?: number) =>
  reduceEvent(state, name, data, now)

const user = (id: string) => ({ id, username: id }) as UserObject
const message = (id: string, more: Partial<ShownMessage> = {}) =>
  ({ id, author: user('7'), mentions: [], ...more }) as unknown as ShownMessage
const range = (items: ShownMessage[]) => ({ items, hasOlder: false, hasNewer: false })
const leave = (state: ClientState, channelId: string, open: string[] = []) =>
  reduce(state, { name: 'channel left', data: { channelId, open } })

test('a channel that is left keeps its newest messages, and can load the older ones again', () => {
  const items = Array.from({ length: LEFT_MESSAGES_MAX + 20 }, (_, at) => message(String(1_000 + at)))
  const left = leave({ ...EMPTY, messages: new Map([['20', range(items)]]) }, '20').messages.get('20')
  assert.equal(left?.items.length, LEFT_MESSAGES_MAX)
  assert.equal(left?.items.at(-1), items.at(-1))
  assert.equal(left?.hasOlder, true)
})

test('the channel that was left first is forgotten, unless it is open or has unsent messages', () => {
  const ids = Array.from({ length: LOADED_CHANNELS_MAX + 1 }, (_, at) => String(100 + at))
  const unsent = message('5', { local: { state: 'failed' } })
  const messages = new Map(ids.map((id, at) => [id, range([at === 0 ? unsent : message('1')])]))
  const last = ids.at(-1) ?? ''
  const left = leave({ ...EMPTY, messages }, last, ['101'])
  assert.deepEqual(
    [...left.messages.keys()],
    ids.filter((id) => id !== '102'),
  )
})

test('an open channel keeps a bounded number of messages: new ones push out the oldest', () => {
  const items = Array.from({ length: OPEN_MESSAGES_MAX }, (_, at) => message(String(10_000 + at)))
  const state = { ...EMPTY, messages: new Map([['20', range(items)]]) }
  const added = { ...message('90000'), channel_id: '20', mention_roles: [], flags: 0 }
  const after = reduce(state, { name: 'MESSAGE_CREATE', data: added }).messages.get('20')
  assert.deepEqual([after?.items.length, after?.items.at(-1)?.id], [OPEN_MESSAGES_MAX, '90000'])
  assert.deepEqual([after?.items[0], after?.hasOlder], [items[1], true])
})

test('older messages push out the newest of an open channel, except unsent ones', () => {
  const items = Array.from({ length: OPEN_MESSAGES_MAX }, (_, at) => message(String(10_000 + at)))
  const unsent = message('90000', { local: { state: 'failed' } })
  const state = { ...EMPTY, messages: new Map([['20', range([...items, unsent])]]) }
  const data = { channelId: '20', mode: 'older', range: { ...range([message('9999')]), hasOlder: true } }
  const after = reduce(state, { name: 'messages loaded', data }).messages.get('20')
  assert.deepEqual(
    [after?.items.length, after?.items[0]?.id, after?.items.at(-1)],
    [OPEN_MESSAGES_MAX + 1, '9999', unsent],
  )
  assert.deepEqual([after?.items.at(-2), after?.hasNewer], [items.at(-2), true])
})

test('read states of channels that are gone are forgotten once there are many', () => {
  const reads = new Map(
    Array.from({ length: READS_MAX + 1 }, (_, at) => [String(at), { lastReadId: '1', mentions: 0 }]),
  )
  const channels = new Map([['7', { id: '7', type: 0 }]]) as unknown as ClientState['channels']
  const state = { ...EMPTY, reads, channels, messages: new Map([['20', range([])]]) }
  assert.deepEqual([...leave(state, '20').reads.keys()], ['7'])
  assert.equal(leave({ ...state, reads: new Map([...reads].slice(1)) }, '20').reads.size, READS_MAX)
})

test('the oldest archived threads are forgotten, unless they are open', () => {
  const thread = (id: number) => ({ id: String(id), type: 11, thread_metadata: { archived: true } })
  const threads = Array.from({ length: ARCHIVED_THREADS_MAX + 2 }, (_, at) => thread(at))
  const channels = new Map(threads.map((one) => [one.id, one])) as unknown as ClientState['channels']
  const left = leave({ ...EMPTY, channels, messages: new Map([['20', range([])]]) }, '20', ['0'])
  assert.equal(left.channels.size, ARCHIVED_THREADS_MAX)
  assert.deepEqual([...left.channels.keys()].slice(0, 2), ['0', '3'])
})

test('a bounded number of interactions waits', () => {
  const start = (state: ClientState, nonce: number) =>
    reduce(state, { name: 'interaction started', data: { nonce: String(nonce), messageId: null } })
  const state = Array.from({ length: INTERACTIONS_MAX + 5 }, (_, at) => at).reduce(start, EMPTY)
  assert.equal(state.interactions.size, INTERACTIONS_MAX)
})

test('users to whom nothing refers are forgotten once there are many', () => {
  const users = new Map(Array.from({ length: USERS_MAX + 1 }, (_, at) => [String(at), user(String(at))]))
  const left = leave({ ...EMPTY, users, messages: new Map([['20', range([message('1')])]]) }, '20')
  assert.deepEqual([...left.users.keys()], ['7'])
})

test('a guild that is left keeps a bounded number of members, the person and those in voice channels', () => {
  const ids = Array.from({ length: LEFT_MEMBERS_MAX + 10 }, (_, at) => String(at))
  const members = new Map(ids.map((id) => [id, { user: user(id), roles: [] } as unknown as MemberObject]))
  const [selfId = '', speaker = ''] = [ids.at(-1), ids.at(-2)]
  const presences = new Map(ids.map((id) => [id, { user: { id }, status: 'online' }]))
  const guild = { members, presences, voiceStates: new Map([[speaker, {}]]) } as unknown as GuildState
  const state = { ...EMPTY, self: user(selfId), guilds: new Map([['1', guild]]) } as unknown as ClientState
  const left = reduce(state, { name: 'guild left', data: { guildId: '1' } }).guilds.get('1')
  assert.equal(left?.members.size, LEFT_MEMBERS_MAX + 2)
  assert.ok(left?.members.has(selfId) && left.members.has(speaker))
  assert.equal(left?.presences.size, left?.members.size)
})
