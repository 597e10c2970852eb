import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelObject } from '@guildhall/protocol'
import { reduceEvent } from '../records/reduce.ts'
import { type ClientState, EMPTY, type GuildState } from '../records/state.ts'
import { channelsOf, threadsOf } from './channel-index.ts'
import { unreadDirect, unreadIn } from './unread.ts'

/** Applies an event of which only what matters to a test is given. */
const reduce = (state: ClientState, { name, data }: { name: string; data: unknown }, now?: number) =>
  reduceEvent(state, name, data, now)

const channel = (id: string, guild_id: string, more: Partial<ChannelObject> = {}) =>
  ({ id, guild_id, type: 0, name: id, last_message_id: '100', ...more }) as ChannelObject
const guild = (id: string) =>
  ({ guild: { id, owner_id: '9' }, joinedAt: '2030-01-01T00:00:00Z', members: new Map() }) as unknown as GuildState
const dm = { id: '30', type: 1, recipients: [{ id: '11' }] } as unknown as ChannelObject
const thread = channel('23', '1', { type: 11, parent_id: '20', thread_metadata: {} as never })
const start = {
  ...EMPTY,
  self: { id: '10' },
  guilds: new Map([guild('1'), guild('2')].map((one) => [one.guild.id, one])),
  channels: new Map(
    [channel('20', '1'), channel('21', '1'), channel('22', '2'), thread, dm].map((one) => [one.id, one]),
  ),
} as unknown as ClientState

const message = (id: string, channel_id: string) => ({
  name: 'MESSAGE_CREATE',
  data: { id, channel_id, flags: 0, author: { id: '11' }, mentions: [{ id: '10' }], mention_roles: [] },
})
const apply = (state: ClientState, ...actions: { name: string; data: unknown }[]) =>
  actions.reduce((before, action) => reduce(before, action), state)

test('a message marks its guild until it is read, and other guilds keep their marks', () => {
  const read = apply(
    start,
    ...['20', '21', '22'].map((channelId) => ({ name: 'channel read', data: { channelId, messageId: '100' } })),
  )
  const other = unreadIn(read, '2')
  const written = apply(read, message('101', '21'))
  assert.deepEqual(unreadIn(written, '1'), { unread: true, mentions: 1 })
  assert.equal(unreadIn(written, '2'), other)
  const again = apply(written, { name: 'MESSAGE_ACK', data: { channel_id: '21', message_id: '101' } })
  assert.deepEqual(unreadIn(again, '1'), { unread: false, mentions: 0 })
})

test('a mark of which nothing changed stays the same object at further messages', () => {
  const first = apply(start, message('101', '21'), {
    name: 'channel read',
    data: { channelId: '21', messageId: '101' },
  })
  const marks = unreadIn(first, '1')
  assert.equal(unreadIn({ ...first, newest: new Map(first.newest) }, '1'), marks)
})

test('direct messages count those that mention the person', () => {
  assert.deepEqual(unreadDirect(apply(start, message('101', '30'), message('102', '30'))), {
    unread: true,
    mentions: 2,
  })
})

test('a change of one channel leaves the index of other guilds and channels as it is', () => {
  const changed = apply(start, { name: 'CHANNEL_UPDATE', data: { ...channel('20', '1'), topic: 'new' } })
  const [one, two] = [channelsOf(start, '1'), channelsOf(start, '2')]
  assert.equal(channelsOf(changed, '2'), two)
  assert.notEqual(channelsOf(changed, '1'), one)
  assert.equal(threadsOf(changed, channel('20', '1')), threadsOf(start, channel('20', '1')))
  assert.deepEqual(
    threadsOf(start, channel('20', '1')).map(({ id }) => id),
    ['23'],
  )
})
