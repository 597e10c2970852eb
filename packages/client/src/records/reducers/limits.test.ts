import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MemberObject, UserObject } from '@guildhall/protocol'
import { LEFT_MEMBERS_MAX, LEFT_MESSAGES_MAX, LOADED_CHANNELS_MAX, USERS_MAX } from '../limits.ts'
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
