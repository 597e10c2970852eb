/** Turns what was read of a guild into a world file. Pure. */
import { ApplicationFlag, AUTO_ARCHIVE_MINUTES, ChannelType } from '@guildhall/protocol'
import type {
  World,
  WorldApplication,
  WorldChannel,
  WorldGuild,
  WorldOverwrite,
  WorldRole,
  WorldUser,
} from '../world/index.ts'
import type { GuildFacts, WireApplication, WireChannel, WireRole, WireUser } from './guild-facts.ts'
import { Keys } from './keys.ts'

const EVERYONE = '@everyone'
const USERNAME = /^(?!everyone$|here$)(?!.*```)[^@#:\s](?:[^@#:\n]*[^@#:\s])?$/
const EMOJI_NAME = /^[A-Za-z0-9_]{2,32}$/
const KEPT_TYPES: readonly number[] = [0, 2, 4, 5, 13, 15, 16]
const VOICE_TYPES: readonly number[] = [ChannelType.GUILD_VOICE, ChannelType.GUILD_STAGE_VOICE]
const AFK_TIMEOUTS: readonly number[] = [60, 300, 900, 1_800, 3_600]

export interface GuildWorld {
  world: World
  /** Things that the file leaves out, for the user at the terminal. */
  leftOut: string[]
}

/** Keys of entries by the id of what they stand for. */
interface Names {
  users: Map<string, string>
  /** By the bot's user id. */
  bots: Map<string, string>
  roles: Map<string, string>
  channels: Map<string, string>
}

/** Returns the world of a guild: its owner, the members that were read, their bots, and the guild. */
export function worldOfGuild(facts: GuildFacts): GuildWorld {
  const leftOut = new Map<string, number>()
  const leave = (what: string, count = 1) => void leftOut.set(what, (leftOut.get(what) ?? 0) + count)
  for (const [what, count] of Object.entries(facts.others)) if (count !== null && count > 0) leave(what, count)
  const names = namesOf(facts)
  const world: World = {
    users: usersOf(facts, names),
    applications: applicationsOf(facts, names),
    guilds: { [new Keys().of(facts.guild.name, 'guild')]: guildOf(facts, names, leave) },
  }
  return { world, leftOut: [...leftOut].map(([what, count]) => `${count} ${what}`) }
}

function peopleOf({ owner, members }: GuildFacts): WireUser[] {
  const others = members.map(({ user }) => user).filter(({ id, bot }) => bot !== true && id !== owner.id)
  return [owner, ...others]
}

function botsOf({ bot, members }: GuildFacts): WireUser[] {
  const others = members.map(({ user }) => user).filter((user) => user.bot === true && user.id !== bot.user.id)
  return [bot.user, ...others]
}

function namesOf(facts: GuildFacts): Names {
  const named = <T extends { id: string }>(entries: readonly T[], nameOf: (entry: T) => string, fallback: string) => {
    const keys = new Keys()
    return new Map(entries.map((entry) => [entry.id, keys.of(nameOf(entry), fallback)]))
  }
  const { guild, channels, bot, application } = facts
  const roles = named(byPosition(plainRoles(facts)), ({ name }) => name, 'role')
  return {
    users: named(peopleOf(facts), ({ username }) => username, 'user'),
    bots: named(botsOf(facts), ({ id, username }) => (id === bot.user.id ? application.name : username), 'app'),
    roles: roles.set(guild.id, EVERYONE),
    channels: named(keptChannels(channels), ({ name, type }) => name ?? `${type}`, 'channel'),
  }
}

/** Roles without that of everyone, and without those that come with a bot that the file has. */
function plainRoles(facts: GuildFacts): WireRole[] {
  const bots = new Set(botsOf(facts).map(({ id }) => id))
  return facts.guild.roles.filter(({ id, tags }) => id !== facts.guild.id && !bots.has(tags?.bot_id ?? ''))
}

function byPosition(roles: readonly WireRole[]): WireRole[] {
  return roles.toSorted((one, other) => other.position - one.position)
}

/** Categories first: channels name their category. */
function keptChannels(channels: readonly WireChannel[]): WireChannel[] {
  const isCategory = ({ type }: WireChannel) => type === ChannelType.GUILD_CATEGORY
  const kept = channels.filter(({ type }) => KEPT_TYPES.includes(type))
  return kept.toSorted(
    (one, other) => Number(isCategory(other)) - Number(isCategory(one)) || (one.position ?? 0) - (other.position ?? 0),
  )
}

function usersOf(facts: GuildFacts, { users }: Names): Record<string, WorldUser> {
  const taken = new Set<string>()
  return fromEntries(peopleOf(facts), users, ({ id, username, global_name }) => {
    const isUsable = username.length >= 2 && username.length <= 32 && USERNAME.test(username)
    const isFree = isUsable && !taken.has(username.toLowerCase())
    if (isFree) taken.add(username.toLowerCase())
    return { id, ...(isFree && { username }), ...(global_name && { global_name: global_name.slice(0, 32) }) }
  })
}

const INTENTS = [
  ['GUILD_PRESENCES', ApplicationFlag.GATEWAY_PRESENCE | ApplicationFlag.GATEWAY_PRESENCE_LIMITED],
  ['GUILD_MEMBERS', ApplicationFlag.GATEWAY_GUILD_MEMBERS | ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED],
  ['MESSAGE_CONTENT', ApplicationFlag.GATEWAY_MESSAGE_CONTENT | ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED],
] as const

/** Applications of the bots. Nothing is known of other bots' applications but their name. No token is written. */
function applicationsOf(facts: GuildFacts, { bots }: Names): Record<string, WorldApplication> {
  return fromEntries(botsOf(facts), bots, ({ id, username }) => {
    const bot = { id, ...(USERNAME.test(username) && username.length >= 2 && { username: username.slice(0, 32) }) }
    if (id !== facts.bot.user.id) return { name: username, bot }
    return { ...ownApplication(facts.application), bot }
  })
}

function ownApplication({ id, name, description, flags = 0, ...rest }: WireApplication): WorldApplication {
  const intents = INTENTS.filter(([, bits]) => (BigInt(flags) & bits) !== 0n).map(([intent]) => intent)
  const { tags = [], bot_public, bot_require_code_grant } = rest
  return {
    id,
    name: name.slice(0, 100),
    ...(description && { description: description.slice(0, 400) }),
    ...(intents.length > 0 && { intents }),
    ...(tags.length > 0 && { tags: tags.slice(0, 5) }),
    ...(bot_public === false && { bot_public }),
    ...(bot_require_code_grant === true && { bot_require_code_grant }),
  }
}

type Leave = (what: string, count?: number) => void

function guildOf(facts: GuildFacts, names: Names, leave: Leave): WorldGuild {
  const { guild, channels } = facts
  const kept = keptChannels(channels)
  if (channels.length > kept.length) leave('channels of other types', channels.length - kept.length)
  const emojis = new Map<string, { id: string }>()
  for (const { id, name } of guild.emojis ?? []) {
    if (EMOJI_NAME.test(name) && !emojis.has(name)) emojis.set(name, { id })
    else leave('emojis with the name of another')
  }
  return {
    id: guild.id,
    name: guild.name.slice(0, 100),
    owner: names.users.get(guild.owner_id) ?? '',
    ...settingsOf(facts, names),
    ...(names.users.size > 1 && { members: [...names.users.values()].slice(1) }),
    bots: fromEntries(botsOf(facts), names.bots, ({ id }) => botOf(facts, names, id)),
    roles: {
      [EVERYONE]: everyone(guild.roles.find(({ id }) => id === guild.id)),
      ...fromEntries(byPosition(plainRoles(facts)), names.roles, (role) => roleOf(facts, names, role)),
    },
    channels: fromEntries(kept, names.channels, (channel) => channelOf(channel, names, leave)),
    ...(emojis.size > 0 && { emojis: Object.fromEntries(emojis) }),
  }
}

function settingsOf({ guild, channels }: GuildFacts, names: Names) {
  const typeOf = new Map(channels.map(({ id, type }) => [id, type]))
  const named = (id: string | null | undefined, types: readonly number[]) =>
    types.includes(typeOf.get(id ?? '') ?? -1) ? names.channels.get(id ?? '') : undefined
  const texts = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]
  const { description, features = [], afk_timeout, vanity_url_code } = guild
  return defined({
    description: description?.slice(0, 300) || undefined,
    features: features.length > 0 ? features.slice(0, 100) : undefined,
    system_channel: named(guild.system_channel_id, texts),
    rules_channel: named(guild.rules_channel_id, texts),
    public_updates_channel: named(guild.public_updates_channel_id, texts),
    afk_channel: named(guild.afk_channel_id, [ChannelType.GUILD_VOICE]),
    afk_timeout: AFK_TIMEOUTS.includes(afk_timeout ?? 0) ? afk_timeout : undefined,
    verification_level: guild.verification_level || undefined,
    default_message_notifications: guild.default_message_notifications || undefined,
    explicit_content_filter: guild.explicit_content_filter || undefined,
    mfa_level: guild.mfa_level || undefined,
    nsfw_level: guild.nsfw_level || undefined,
    premium_tier: guild.premium_tier || undefined,
    preferred_locale: guild.preferred_locale,
    vanity_url_code: vanity_url_code || undefined,
  })
}

function everyone(role: WireRole | undefined): WorldRole {
  return defined({ permissions: role?.permissions, mentionable: role?.mentionable || undefined })
}

function membersOf(facts: GuildFacts): { id: string; roles: string[] }[] {
  const listed = facts.members.map(({ user, roles }) => ({ id: user.id, roles }))
  return listed.some(({ id }) => id === facts.bot.user.id)
    ? listed
    : [...listed, { id: facts.bot.user.id, roles: facts.bot.roles }]
}

function botOf(facts: GuildFacts, names: Names, id: string) {
  const own = facts.guild.roles.find(({ tags }) => tags?.bot_id === id)
  const roles = membersOf(facts).find((member) => member.id === id)?.roles ?? []
  const further = roles.flatMap((role) => names.roles.get(role) ?? [])
  return {
    permissions: own?.permissions ?? '0',
    ...(own && { role_id: own.id, role_position: Math.max(1, own.position) }),
    ...(further.length > 0 && { roles: further }),
  }
}

function roleOf(facts: GuildFacts, names: Names, role: WireRole): WorldRole {
  const holders = membersOf(facts).filter(({ roles }) => roles.includes(role.id))
  const members = holders.flatMap(({ id }) => names.users.get(id) ?? [])
  return defined({
    id: role.id,
    name: role.name.slice(0, 100),
    permissions: role.permissions,
    color: role.color || undefined,
    hoist: role.hoist || undefined,
    mentionable: role.mentionable || undefined,
    position: Math.max(1, role.position),
    unicode_emoji: role.unicode_emoji || undefined,
    members: members.length > 0 ? members : undefined,
  })
}

function channelOf(channel: WireChannel, names: Names, leave: Leave): WorldChannel {
  const isVoice = VOICE_TYPES.includes(channel.type)
  const isCategory = channel.type === ChannelType.GUILD_CATEGORY
  const overwrites = (channel.permission_overwrites ?? []).flatMap((entry) => {
    const target = targetOf(entry, names)
    if (target === null) leave('permission overwrites of members and roles that are not in the file')
    return target === null ? [] : [{ ...target, allow: entry.allow, deny: entry.deny }]
  })
  const minutes = channel.default_auto_archive_duration ?? 0
  return defined({
    id: channel.id,
    name: channel.name?.slice(0, 100) || undefined,
    type: channel.type === ChannelType.GUILD_TEXT ? undefined : channel.type,
    topic: channel.topic || undefined,
    nsfw: channel.nsfw || undefined,
    rate_limit_per_user: channel.rate_limit_per_user || undefined,
    position: Math.max(0, channel.position ?? 0),
    parent: isCategory ? undefined : names.channels.get(channel.parent_id ?? ''),
    bitrate: isVoice ? channel.bitrate : undefined,
    user_limit: isVoice ? channel.user_limit || undefined : undefined,
    default_auto_archive_duration: (AUTO_ARCHIVE_MINUTES as readonly number[]).includes(minutes) ? minutes : undefined,
    permission_overwrites: overwrites.length > 0 ? overwrites : undefined,
  })
}

function targetOf({ id, type }: { id: string; type: number }, names: Names): WorldOverwrite | null {
  const [role, user, bot] = [names.roles.get(id), names.users.get(id), names.bots.get(id)]
  if (type === 0) return role === undefined ? null : { role }
  if (user !== undefined) return { user }
  return bot === undefined ? null : { bot }
}

/** Returns entries under their keys. */
function fromEntries<T extends { id: string }, U>(
  entries: readonly T[],
  keys: ReadonlyMap<string, string>,
  map: (entry: T) => U,
): Record<string, U> {
  return Object.fromEntries(entries.map((entry) => [keys.get(entry.id) ?? entry.id, map(entry)]))
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> }

function defined<T extends object>(object: T): Partial<Defined<T>> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Partial<Defined<T>>
}
