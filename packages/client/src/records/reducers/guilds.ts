import type {
  ChannelObject,
  EmojiObject,
  GuildObject,
  MemberObject,
  PresenceObject,
  RoleObject,
  ScheduledEventObject,
  StageInstanceObject,
  StickerObject,
  UserObject,
  VoiceStateObject,
} from '@guildhall/protocol'
import type { LocalActions, Reducer, Reducers } from '../action.ts'
import { byId, withEntry, withoutEntry } from '../maps.ts'
import type { ActivityInstance, ClientState, GuildState } from '../state.ts'
import { withActivitiesOf } from './activities.ts'
import { inGuild } from './in-guild.ts'

/** GUILD_CREATE. */
export interface GuildCreate extends GuildObject {
  unavailable?: boolean
  joined_at: string | null
  member_count: number
  channels: ChannelObject[]
  threads: ChannelObject[]
  members: MemberObject[]
  presences: PresenceObject[]
  voice_states: VoiceStateObject[]
  stage_instances: StageInstanceObject[]
  guild_scheduled_events: ScheduledEventObject[]
  activity_instances?: ActivityInstance[]
}

/** Returns users with those of members added; a known user is replaced, because the event is newer. */
function withUsers(users: ClientState['users'], found: readonly (UserObject | undefined)[]): ClientState['users'] {
  const copy = new Map(users)
  for (const user of found) if (user) copy.set(user.id, user)
  return copy
}

const created: Reducer<GuildCreate> = (state, data) => {
  const { channels, threads, members, presences, voice_states, stage_instances, guild_scheduled_events, ...rest } = data
  const { activity_instances = [], ...guild } = rest
  const entry: GuildState = {
    guild,
    unavailable: false,
    joinedAt: data.joined_at,
    memberCount: data.member_count,
    roles: byId(data.roles),
    emojis: new Map(data.emojis.flatMap((emoji) => (emoji.id ? [[emoji.id, emoji] as const] : []))),
    stickers: byId(data.stickers),
    members: new Map(members.map((member) => [member.user.id, member])),
    presences: new Map(presences.map((presence) => [presence.user.id, presence])),
    voiceStates: new Map(voice_states.map((voice) => [voice.user_id, { ...voice, guild_id: data.id }])),
    // Not part of the event. Known values are shown until CHANNEL_INFO replaces them.
    voiceChannels: state.guilds.get(data.id)?.voiceChannels ?? new Map(),
    stages: byId(stage_instances),
    events: byId(guild_scheduled_events),
  }
  const all = new Map([...state.channels].filter(([, channel]) => channel.guild_id !== data.id))
  for (const channel of [...channels, ...threads]) all.set(channel.id, { ...channel, guild_id: data.id })
  return {
    ...state,
    guilds: withEntry(state.guilds, data.id, entry),
    channels: all,
    activities: withActivitiesOf(state.activities, data.id, activity_instances),
    users: withUsers(
      state.users,
      members.map(({ user }) => user),
    ),
  }
}

const updated: Reducer<GuildObject> = (state, guild) =>
  inGuild(state, guild.id, (known) => ({ ...known, guild: { ...known.guild, ...guild }, roles: byId(guild.roles) }))

const deleted: Reducer<{ id: string; unavailable?: boolean }> = (state, { id, unavailable }) => {
  if (unavailable) return inGuild(state, id, (guild) => ({ ...guild, unavailable: true }))
  const channels = new Map([...state.channels].filter(([, channel]) => channel.guild_id !== id))
  const activities = withActivitiesOf(state.activities, id, [])
  return { ...state, guilds: withoutEntry(state.guilds, id), channels, activities }
}

type MemberEvent = MemberObject & { guild_id: string }

const memberSaved: Reducer<MemberEvent> = (state, { guild_id, ...member }) => {
  const next = inGuild(state, guild_id, (guild) => ({
    ...guild,
    members: withEntry(guild.members, member.user.id, member),
  }))
  return next === state ? state : { ...next, users: withUsers(state.users, [member.user]) }
}

const roleChanged: Reducer<LocalActions['member role changed']> = (state, { guildId, userId, roleId, given }) => {
  const member = state.guilds.get(guildId)?.members.get(userId)
  if (!member || member.roles.includes(roleId) === given) return state
  const roles = given ? [...member.roles, roleId] : member.roles.filter((id) => id !== roleId)
  return inGuild(state, guildId, (guild) => ({
    ...guild,
    members: withEntry(guild.members, userId, { ...member, roles }),
  }))
}

const countMembers = (state: ClientState, guildId: string, by: number) =>
  inGuild(state, guildId, (guild) => ({ ...guild, memberCount: guild.memberCount + by }))

const memberRemoved: Reducer<{ guild_id: string; user: UserObject }> = (state, { guild_id, user }) =>
  inGuild(countMembers(state, guild_id, -1), guild_id, (guild) => ({
    ...guild,
    members: withoutEntry(guild.members, user.id),
    presences: withoutEntry(guild.presences, user.id),
  }))

const chunk: Reducer<{ guild_id: string; members: MemberObject[]; presences?: PresenceObject[] }> = (state, data) => {
  const next = inGuild(state, data.guild_id, (guild) => {
    const members = new Map(guild.members)
    for (const member of data.members) members.set(member.user.id, member)
    const presences = new Map(guild.presences)
    for (const presence of data.presences ?? []) presences.set(presence.user.id, presence)
    return { ...guild, members, presences }
  })
  return {
    ...next,
    users: withUsers(
      state.users,
      data.members.map(({ user }) => user),
    ),
  }
}

const roleSaved: Reducer<{ guild_id: string; role: RoleObject }> = (state, { guild_id, role }) =>
  inGuild(state, guild_id, (guild) => ({ ...guild, roles: withEntry(guild.roles, role.id, role) }))

const presence: Reducer<PresenceObject> = (state, data) => {
  const { id } = data.user
  const known = state.users.get(id)
  const isNew =
    data.user.username !== undefined &&
    Object.entries(data.user).some(([key, value]) => known?.[key as keyof UserObject] !== value)
  const users = isNew ? withEntry(state.users, id, { ...known, ...data.user } as UserObject) : state.users
  if (!data.guild_id) return { ...state, users, presences: withEntry(state.presences, id, data) }
  return inGuild({ ...state, users }, data.guild_id, (guild) => ({
    ...guild,
    presences: data.status === 'offline' ? withoutEntry(guild.presences, id) : withEntry(guild.presences, id, data),
  }))
}

interface InGuild {
  guild_id: string
}

/** Guilds and what belongs to a guild alone. */
export const guildReducers = {
  GUILD_CREATE: created,
  GUILD_UPDATE: updated,
  GUILD_DELETE: deleted,
  GUILD_MEMBER_ADD: ((state, member, now) =>
    countMembers(memberSaved(state, member, now), member.guild_id, 1)) satisfies Reducer<MemberEvent>,
  GUILD_MEMBER_UPDATE: memberSaved,
  GUILD_MEMBER_REMOVE: memberRemoved,
  'member role changed': roleChanged,
  GUILD_MEMBERS_CHUNK: chunk,
  GUILD_ROLE_CREATE: roleSaved,
  GUILD_ROLE_UPDATE: roleSaved,
  GUILD_ROLE_DELETE: ((state, { guild_id, role_id }) =>
    inGuild(state, guild_id, (guild) => ({ ...guild, roles: withoutEntry(guild.roles, role_id) }))) satisfies Reducer<
    InGuild & { role_id: string }
  >,
  GUILD_EMOJIS_UPDATE: ((state, { guild_id, emojis }) =>
    inGuild(state, guild_id, (guild) => ({
      ...guild,
      emojis: new Map(emojis.flatMap((emoji) => (emoji.id ? [[emoji.id, emoji] as const] : []))),
    }))) satisfies Reducer<InGuild & { emojis: EmojiObject[] }>,
  GUILD_STICKERS_UPDATE: ((state, { guild_id, stickers }) =>
    inGuild(state, guild_id, (guild) => ({ ...guild, stickers: byId(stickers) }))) satisfies Reducer<
    InGuild & { stickers: StickerObject[] }
  >,
  PRESENCE_UPDATE: presence,
  STAGE_INSTANCE_CREATE: stageSaved(),
  STAGE_INSTANCE_UPDATE: stageSaved(),
  STAGE_INSTANCE_DELETE: ((state, stage) =>
    inGuild(state, stage.guild_id, (guild) => ({
      ...guild,
      stages: withoutEntry(guild.stages, stage.id),
    }))) satisfies Reducer<StageInstanceObject>,
  GUILD_SCHEDULED_EVENT_CREATE: eventSaved(),
  GUILD_SCHEDULED_EVENT_UPDATE: eventSaved(),
  GUILD_SCHEDULED_EVENT_DELETE: ((state, event) =>
    inGuild(state, event.guild_id, (guild) => ({
      ...guild,
      events: withoutEntry(guild.events, event.id),
    }))) satisfies Reducer<ScheduledEventObject>,
} satisfies Reducers

function stageSaved(): Reducer<StageInstanceObject> {
  return (state, stage) =>
    inGuild(state, stage.guild_id, (guild) => ({ ...guild, stages: withEntry(guild.stages, stage.id, stage) }))
}

function eventSaved(): Reducer<ScheduledEventObject> {
  return (state, event) =>
    inGuild(state, event.guild_id, (guild) => ({ ...guild, events: withEntry(guild.events, event.id, event) }))
}
