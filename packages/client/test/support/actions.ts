import type { Api } from '@guildhall/testing'
import type { GatewayConnection } from '../../src/index.ts'

const HOUR_MS = 3_600_000
/** A picture of one pixel. */
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Choices of actions. Objects that were deleted stay, so that refusals are part of a walk. */
export interface Scene {
  readonly people: { readonly ann: Api; readonly bob: Api; readonly cid: Api }
  /** Sessions of ann, bob and the bots. */
  readonly sessions: readonly GatewayConnection[]
  /** Guild of ann, in which bob and cid are. */
  readonly guild: string
  /** Guild of cid, in which ann and bob are. */
  readonly club: string
  readonly hall: string
  readonly talk: string
  /** ann, bob, cid, and the bots. */
  readonly users: readonly string[]
  /** Applications of the bots. */
  readonly applications: readonly string[]
  readonly channels: string[]
  readonly threads: string[]
  readonly roles: string[]
  readonly emojis: string[]
  readonly events: string[]
  readonly messages: [channel: string, message: string][]
  readonly direct: string[]
  now(): number
}

type Action = (scene: Scene, choose: <T>(list: readonly T[]) => T) => Promise<unknown> | undefined

const messageOf = ([channel, id]: readonly [string, string]) => `/channels/${channel}/messages/${id}`
const anyone = ({ people }: Scene, choose: <T>(list: readonly T[]) => T) => choose(Object.values(people))

/** Sends a request, and remembers the id of the object that it made. */
async function made(list: string[], request: Promise<{ body: unknown }>): Promise<unknown> {
  const result = await request
  const { id } = (result.body ?? {}) as { id?: string }
  if (id) list.push(id)
  return result
}

const messages: Record<string, Action> = {
  post: async (s, choose) => {
    const channel = choose([...s.channels, ...s.threads, ...s.direct])
    const content = choose(['hi', `<@${choose(s.users)}>`, `<@&${choose(s.roles)}>`, '@everyone'])
    const result = await anyone(s, choose).post<{ id?: string }>(`/channels/${channel}/messages`, { content })
    if (result.body.id) s.messages.push([channel, result.body.id])
    return result
  },
  edit: (s, choose) => s.people.ann.patch(messageOf(choose(s.messages)), { content: 'edited' }),
  deleteMessage: (s, choose) => s.people.ann.delete(messageOf(choose(s.messages))),
  pin: (s, choose) => {
    const [channel, id] = choose(s.messages)
    return s.people.ann.put(`/channels/${channel}/messages/pins/${id}`)
  },
  unpin: (s, choose) => {
    const [channel, id] = choose(s.messages)
    return s.people.ann.delete(`/channels/${channel}/messages/pins/${id}`)
  },
  react: (s, choose) => anyone(s, choose).put(`${messageOf(choose(s.messages))}/reactions/🔥/@me`),
  ack: (s, choose) => anyone(s, choose).post(`${messageOf(choose(s.messages))}/ack`, {}),
}

const channels: Record<string, Action> = {
  createChannel: (s, choose) =>
    made(
      s.channels,
      s.people.ann.post(`/guilds/${s.guild}/channels`, { name: 'new', type: choose([0, 2, 4, 5, 13, 15]) }),
    ),
  updateChannel: (s, choose) =>
    s.people.ann.patch(
      `/channels/${choose(s.channels)}`,
      choose([
        { name: 'other' },
        { topic: choose(['a topic', null]) },
        { position: 3 },
        { nsfw: choose([true, false]) },
        { parent_id: choose([null, ...s.channels]) },
        { rate_limit_per_user: 5 },
        { permission_overwrites: [{ id: s.guild, type: 0, deny: '1024', allow: '0' }] },
        { permission_overwrites: [] },
        { available_tags: [{ name: 'tag' }] },
        { bitrate: 9000, user_limit: 4 },
        { default_auto_archive_duration: 60, default_thread_rate_limit_per_user: 9 },
      ]),
    ),
  moveChannels: (s, choose) =>
    s.people.ann.patch(`/guilds/${s.guild}/channels`, [{ id: choose(s.channels), position: choose([0, 1, 2]) }]),
  deleteChannel: (s, choose) => s.people.ann.delete(`/channels/${choose(s.channels.slice(2))}`),
  overwrite: (s, choose) =>
    s.people.ann.put(`/channels/${choose(s.channels)}/permissions/${choose(s.users)}`, {
      type: 1,
      allow: choose(['2048', '1024']),
      deny: '0',
    }),
  deleteOverwrite: (s, choose) => s.people.ann.delete(`/channels/${choose(s.channels)}/permissions/${choose(s.users)}`),
  startThread: (s, choose) =>
    made(
      s.threads,
      anyone(s, choose).post(`/channels/${choose(s.channels)}/threads`, {
        name: 'thread',
        type: choose([11, 12]),
        message: { content: 'm' },
      }),
    ),
  startThreadOfMessage: (s, choose) =>
    made(s.threads, s.people.ann.post(`${messageOf(choose(s.messages))}/threads`, { name: 'about' })),
  updateThread: (s, choose) =>
    s.people.ann.patch(
      `/channels/${choose(s.threads)}`,
      choose([{ archived: true }, { archived: false }, { locked: true }, { locked: false }, { name: 'renamed' }]),
    ),
  deleteThread: (s, choose) => s.people.ann.delete(`/channels/${choose(s.threads)}`),
  addThreadMember: (s, choose) => s.people.ann.put(`/channels/${choose(s.threads)}/thread-members/${choose(s.users)}`),
  dropThreadMember: (s, choose) =>
    s.people.ann.delete(`/channels/${choose(s.threads)}/thread-members/${choose(s.users)}`),
  joinThread: (s, choose) => anyone(s, choose).put(`/channels/${choose(s.threads)}/thread-members/@me`),
  leaveThread: (s, choose) => anyone(s, choose).delete(`/channels/${choose(s.threads)}/thread-members/@me`),
}

const guilds: Record<string, Action> = {
  createRole: (s) => made(s.roles, s.people.ann.post(`/guilds/${s.guild}/roles`, { name: 'role', mentionable: true })),
  updateRole: (s, choose) =>
    s.people.ann.patch(
      `/guilds/${s.guild}/roles/${choose(s.roles)}`,
      choose([{ name: 'other' }, { color: 5 }, { permissions: choose(['8', '1024', '0']) }, { hoist: true }]),
    ),
  moveRole: (s, choose) =>
    s.people.ann.patch(`/guilds/${s.guild}/roles`, [{ id: choose(s.roles), position: choose([1, 2, 3]) }]),
  deleteRole: (s, choose) => s.people.ann.delete(`/guilds/${s.guild}/roles/${choose(s.roles)}`),
  giveRole: (s, choose) => s.people.ann.put(`/guilds/${s.guild}/members/${choose(s.users)}/roles/${choose(s.roles)}`),
  takeRole: (s, choose) =>
    s.people.ann.delete(`/guilds/${s.guild}/members/${choose(s.users)}/roles/${choose(s.roles)}`),
  updateMember: (s, choose) =>
    s.people.ann.patch(
      `/guilds/${s.guild}/members/${choose(s.users)}`,
      choose([
        { nick: choose(['nick', null]) },
        { mute: true },
        { flags: 4 },
        { roles: [choose(s.roles)] },
        { communication_disabled_until: new Date(s.now() + HOUR_MS).toISOString() },
        { communication_disabled_until: null },
      ]),
    ),
  kick: (s, choose) => s.people.ann.delete(`/guilds/${s.guild}/members/${choose(s.users)}`),
  comeBack: async (s) => {
    const invite = await s.people.ann.post<{ code?: string }>(`/channels/${s.channels[0]}/invites`, { max_uses: 2 })
    await s.people.bob.post(`/invites/${invite.body.code}`, {})
    return s.people.cid.post(`/invites/${invite.body.code}`, {})
  },
  addBot: (s, choose) =>
    s.people.ann.post(
      `/oauth2/authorize?client_id=${choose(s.applications)}&scope=bot&permissions=${choose(['0', '8'])}`,
      { authorize: true, guild_id: choose([s.guild, s.club]) },
    ),
  ban: (s) => s.people.ann.put(`/guilds/${s.guild}/bans/${s.users[2]}`, { delete_message_seconds: 600 }),
  unban: (s) => s.people.ann.delete(`/guilds/${s.guild}/bans/${s.users[2]}`),
  createEmoji: (s) => made(s.emojis, s.people.ann.post(`/guilds/${s.guild}/emojis`, { name: 'pixel', image: PIXEL })),
  updateEmoji: (s, choose) => s.people.ann.patch(`/guilds/${s.guild}/emojis/${choose(s.emojis)}`, { name: 'dot' }),
  deleteEmoji: (s, choose) => s.people.ann.delete(`/guilds/${s.guild}/emojis/${choose(s.emojis)}`),
  updateGuild: (s, choose) =>
    s.people.ann.patch(
      `/guilds/${s.guild}`,
      choose([
        { name: 'library' },
        { icon: choose([PIXEL, null]) },
        { afk_timeout: 300 },
        { system_channel_id: choose([null, ...s.channels]) },
        { verification_level: choose([0, 1]) },
        { description: choose(['about', null]) },
      ]),
    ),
  leave: (s, choose) => choose([s.people.bob, s.people.cid]).delete(`/users/@me/guilds/${s.guild}`),
  startStage: (s) => s.people.ann.post('/stage-instances', { channel_id: s.hall, topic: 'Tales' }),
  updateStage: (s) => s.people.ann.patch(`/stage-instances/${s.hall}`, { topic: 'Songs' }),
  endStage: (s) => s.people.ann.delete(`/stage-instances/${s.hall}`),
  createEvent: (s, choose) =>
    made(
      s.events,
      s.people.ann.post(`/guilds/${s.guild}/scheduled-events`, {
        name: 'Picnic',
        privacy_level: 2,
        scheduled_start_time: new Date(s.now() + HOUR_MS).toISOString(),
        scheduled_end_time: new Date(s.now() + 2 * HOUR_MS).toISOString(),
        ...choose([
          { entity_type: 3, entity_metadata: { location: 'here' } },
          { entity_type: 2, channel_id: choose(s.channels) },
        ]),
      }),
    ),
  updateEvent: (s, choose) =>
    s.people.ann.patch(
      `/guilds/${s.guild}/scheduled-events/${choose(s.events)}`,
      choose([{ name: 'Party' }, { status: 2 }, { status: 3 }, { status: 4 }, { description: 'x' }]),
    ),
  subscribeEvent: (s, choose) =>
    anyone(s, choose).put(`/guilds/${s.guild}/scheduled-events/${choose(s.events)}/users/@me`),
  deleteEvent: (s, choose) => s.people.ann.delete(`/guilds/${s.guild}/scheduled-events/${choose(s.events)}`),
}

const people: Record<string, Action> = {
  befriend: (s, choose) =>
    anyone(s, choose).put(`/users/@me/relationships/${choose(s.users)}`, { type: choose([1, 2]) }),
  unfriend: (s, choose) => anyone(s, choose).delete(`/users/@me/relationships/${choose(s.users)}`),
  openDm: (s, choose) =>
    made(s.direct, anyone(s, choose).post('/users/@me/channels', { recipient_id: choose(s.users) })),
  openGroup: (s) => made(s.direct, s.people.ann.post('/users/@me/channels', { recipients: s.users.slice(1, 3) })),
  renameGroup: (s, choose) => s.people.ann.patch(`/channels/${choose(s.direct)}`, { name: 'group' }),
  addToGroup: (s, choose) => s.people.ann.put(`/channels/${choose(s.direct)}/recipients/${choose(s.users)}`),
  dropFromGroup: (s, choose) => s.people.ann.delete(`/channels/${choose(s.direct)}/recipients/${choose(s.users)}`),
  closeDm: (s, choose) => anyone(s, choose).delete(`/channels/${choose(s.direct)}`),
  rename: (s, choose) => anyone(s, choose).patch('/users/@me', { global_name: choose(['Name', null, 'Other']) }),
  settings: (s, choose) => anyone(s, choose).patch('/users/@me/settings', { locale: choose(['de', 'en-US']) }),
  presence: async (s, choose) => {
    const status = choose(['online', 'idle', 'dnd', 'invisible'])
    choose(s.sessions).send(3, { status, since: null, afk: false, activities: [] })
  },
  join: async (s, choose) => {
    const channel_id = choose([s.talk, s.hall, null])
    choose(s.sessions).send(4, { guild_id: s.guild, channel_id, self_mute: choose([true, false]), self_deaf: false })
  },
}

/** Actions of people by name. Each takes a function by which it chooses. */
export const ACTIONS = { ...messages, ...channels, ...guilds, ...people }
