import type { Events } from '@guildhall/client'
/**
 * Costs of one event in a large client: the member list of 10,000 members at a presence, and the marks of 100 guilds of
 * 50 channels at a message. "Anew" works the same values out without what is known from the event before.
 */
import { MemberGroups, unreadIn } from '@guildhall/client/questions'
import { type ClientState, EMPTY, type GuildState, reduce } from '@guildhall/client/records'
import { type ChannelObject, type MemberObject, Permission, type RoleObject } from '@guildhall/protocol'

const MEMBERS = 10_000
const GUILDS = 100
const CHANNELS = 50
const EVENTS = 200

const role = (id: string, position: number) =>
  ({ id, name: id, position, hoist: true, permissions: String(Permission.VIEW_CHANNEL) }) as RoleObject
const roles = [role('1', 0), ...[2, 3, 4, 5, 6].map((id) => role(String(id), id))]

function member(index: number): MemberObject {
  const user = { id: String(1_000_000 + index), username: `user ${(index * 7919) % MEMBERS}`, global_name: null }
  return { user, nick: null, roles: [String(2 + (index % 9))] } as unknown as MemberObject
}

function guild(id: string, members: readonly MemberObject[]): GuildState {
  return {
    guild: { id, owner_id: '9' },
    joinedAt: '2020-01-01T00:00:00Z',
    roles: new Map(roles.map((one) => [one.id, one])),
    members: new Map(members.map((one) => [one.user.id, one])),
    presences: new Map(members.map((one) => [one.user.id, { user: one.user, status: 'online' }])),
  } as unknown as GuildState
}

const channels: ChannelObject[] = []
for (let at = 0; at < GUILDS * CHANNELS; at += 1) {
  const id = String(500_000 + at)
  channels.push({ id, guild_id: String(1 + (at % GUILDS)), type: 0, last_message_id: '900000' } as ChannelObject)
}
const large = Array.from({ length: MEMBERS }, (_, index) => member(index))
const start = {
  ...EMPTY,
  self: { id: '9' },
  users: new Map(large.map(({ user }) => [user.id, user])),
  guilds: new Map(
    Array.from({ length: GUILDS }, (_, at) => [String(1 + at), guild(String(1 + at), at === 0 ? large : [])]),
  ),
  channels: new Map(channels.map((one) => [one.id, one])),
  newest: new Map(channels.map(({ id }) => [id, '900000'])),
  reads: new Map(channels.map(({ id }) => [id, { lastReadId: '900000', mentions: 0 }])),
} as unknown as ClientState

/** Returns the median of milliseconds that a step takes over many events. */
function median(step: (index: number) => void): number {
  const times = Array.from({ length: EVENTS }, (_, index) => {
    const before = performance.now()
    step(index)
    return performance.now() - before
  })
  return times.sort((one, other) => one - other)[EVENTS / 2] ?? 0
}

const [place = {} as ChannelObject] = channels
const first = (state: ClientState) => state.guilds.get('1') as GuildState
let state = start
const presence = (index: number) => {
  const user = { id: String(1_000_000 + ((index * 37) % MEMBERS)) }
  const status = index % 2 === 0 ? 'offline' : 'idle'
  state = reduce(state, {
    name: 'PRESENCE_UPDATE',
    data: { guild_id: '1', user, status, activities: [], client_status: {} },
  })
}
let messageId = 900_000
const message = (index: number) => {
  const { id } = channels[(index * 61) % channels.length] ?? place
  // The fields that records read.
  const data = {
    id: String(++messageId),
    channel_id: id,
    flags: 0,
    author: { id: '8' },
    mentions: [],
    mention_roles: [],
  } as unknown as Events['MESSAGE_CREATE']
  state = reduce(state, { name: 'MESSAGE_CREATE', data })
}
const marks = () => {
  for (const id of state.guilds.keys()) unreadIn(state, id)
}
const groups = new MemberGroups()
groups.of(first(state), place)
marks()

const figures = {
  'presence, reducer': median(presence),
  'presence, member list': median((index) => {
    presence(index)
    groups.of(first(state), place)
  }),
  'presence, member list anew': median((index) => {
    presence(index)
    new MemberGroups().of(first(state), place)
  }),
  'message, reducer': median(message),
  'message, marks of all guilds': median((index) => {
    message(index)
    marks()
  }),
  'message, marks anew': median((index) => {
    message(index)
    state = { ...state, channels: new Map([...state.channels].map(([id, channel]) => [id, { ...channel }])) }
    marks()
  }),
}
for (const [name, ms] of Object.entries(figures)) console.log(`${name.padEnd(32)} ${ms.toFixed(2)} ms`)
