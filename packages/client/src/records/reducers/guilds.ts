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
import { ScheduledEventStatus } from '@guildhall/protocol/constants'
import type { LocalActions, Reducer, Reducers } from '../action.ts'
import { byId, withEntry, withoutEntry } from '../maps.ts'
import type { ActivityInstance, ClientState, GuildRecord, GuildState } from '../state.ts'
import { withActivitiesOf } from './activities.ts'
import { withoutChannels } from './channels.ts'
import { inGuild } from './in-guild.ts'
import { withUsers } from './users.ts'

/** GUILD_CREATE. */
export interface GuildCreate extends GuildObject {
  unavailable?: boolean
  joined_at: string | null
  large: boolean
  member_count: number
  soundboard_sounds: unknown[]
  channels: ChannelObject[]
  threads: ChannelObject[]
  members: MemberObject[]
  presences: PresenceObject[]
  voice_states: VoiceStateObject[]
  stage_instances: StageInstanceObject[]
  guild_scheduled_events: ScheduledEventObject[]
  activity_instances?: ActivityInstance[]
}

const created: Reducer<GuildCreate> = (state, data) => {
  const { channels, threads, members, presences, voice_states, stage_instances, guild_scheduled_events, ...rest } = data
  const { activity_instances = [], unavailable, joined_at, large, member_count, soundboard_sounds, ...guild } = rest
  const entry: GuildState = {
    guild: recordOf(guild),
    unavailable: false,
    joinedAt: joined_at,
    memberCount: member_count,
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
  const next = {
    ...state,
    guilds: withEntry(state.guilds, data.id, entry),
    channels: all,
    activities: withActivitiesOf(state.activities, data.id, activity_instances),
  }
  return withUsers(next, usersOf(members))
}

const usersOf = (members: readonly MemberObject[]) => members.map(({ user }) => user)

/** Returns a guild without the lists that events change one by one, so that no stale copy stays. */
function recordOf({ roles, emojis, stickers, ...guild }: GuildObject): GuildRecord {
  return guild
}

const updated: Reducer<GuildObject> = (state, guild) =>
  inGuild(state, guild.id, (known) => ({
    ...known,
    guild: { ...known.guild, ...recordOf(guild) },
    roles: byId(guild.roles),
  }))

const deleted: Reducer<{ id: string; unavailable?: boolean }> = (state, { id, unavailable }) => {
  if (unavailable) return inGuild(state, id, (guild) => ({ ...guild, unavailable: true }))
  const gone = [...state.channels.values()].filter((channel) => channel.guild_id === id).map((channel) => channel.id)
  const activities = withActivitiesOf(state.activities, id, [])
  return withoutChannels({ ...state, guilds: withoutEntry(state.guilds, id), activities }, gone)
}

type MemberEvent = MemberObject & { guild_id: string }

const memberSaved: Reducer<MemberEvent> = (state, { guild_id, ...member }) => {
  const next = inGuild(state, guild_id, (guild) => ({
    ...guild,
    members: withEntry(guild.members, member.user.id, member),
  }))
  return next === state ? state : withUsers(next, [member.user])
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
  return withUsers(next, usersOf(data.members))
}

const roleSaved: Reducer<{ guild_id: string; role: RoleObject }> = (state, { guild_id, role }) =>
  inGuild(state, guild_id, (guild) => ({ ...guild, roles: withEntry(guild.roles, role.id, role) }))

/** Takes a deleted role from the members who had it, for whom no events come. */
function withoutRole(members: GuildState['members'], roleId: string): GuildState['members'] {
  const holders = [...members].filter(([, { roles }]) => roles.includes(roleId))
  if (holders.length === 0) return members
  const copy = new Map(members)
  for (const [id, member] of holders) copy.set(id, { ...member, roles: member.roles.filter((held) => held !== roleId) })
  return copy
}

const presence: Reducer<PresenceObject> = (state, { guild_id, ...data }) => {
  const { id, username } = data.user
  // Only a change of the user itself repeats more than the id.
  const user = { ...state.users.get(id), ...data.user } as UserObject
  const next = username === undefined ? state : withUsers(state, [user])
  const changed = (presences: ClientState['presences']) =>
    data.status === 'offline' ? withoutEntry(presences, id) : withEntry(presences, id, { ...data, user: { id } })
  if (!guild_id) return { ...next, presences: changed(next.presences) }
  return inGuild(next, guild_id, (guild) => ({ ...guild, presences: changed(guild.presences) }))
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
    inGuild(state, guild_id, (guild) => ({
      ...guild,
      roles: withoutEntry(guild.roles, role_id),
      members: withoutRole(guild.members, role_id),
    }))) satisfies Reducer<InGuild & { role_id: string }>,
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

/** Statuses in which an event is listed no more. */
const ENDED: ReadonlySet<number> = new Set([ScheduledEventStatus.COMPLETED, ScheduledEventStatus.CANCELED])

function eventSaved(): Reducer<ScheduledEventObject> {
  return (state, event) =>
    inGuild(state, event.guild_id, (guild) => ({
      ...guild,
      events: ENDED.has(event.status) ? withoutEntry(guild.events, event.id) : withEntry(guild.events, event.id, event),
    }))
}
