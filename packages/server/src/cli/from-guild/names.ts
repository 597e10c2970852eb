/** Keys of the entries of a world, by id on the platform that was read. */
import { ChannelType } from '@guildhall/protocol'
import type { GuildFacts } from './guild-facts.ts'
import { Keys } from './keys.ts'
import type { WireChannel, WireMessage, WireRole, WireUser } from './wire.ts'

/** The key of a guild's own role. */
export const EVERYONE = '@everyone'
const KEPT_TYPES: readonly number[] = [0, 2, 4, 5, 13, 15, 16]

export interface Names {
  /** Of people: the members that were read, and authors and owners who are not members or were not read. */
  users: ReadonlyMap<string, string>
  /** By the bot's user id; authors among them may have left the guild. */
  bots: ReadonlyMap<string, string>
  roles: ReadonlyMap<string, string>
  channels: ReadonlyMap<string, string>
  stickers: ReadonlyMap<string, string>
  /** Names of emojis. Of two with one name, the first is in the file. */
  emojis: ReadonlyMap<string, string>
}

/** Counts what the file leaves out. */
export type Leave = (what: string, count?: number) => void

const EMOJI_NAME = /^(?!__proto__$)[A-Za-z0-9_]{2,32}$/

/** Returns the keys of all entries. */
export function namesOf(facts: GuildFacts): Names {
  const { guild, channels, bot, application, stickers } = facts
  const roles = named(byPosition(plainRoles(facts)), ({ name }) => name, 'role')
  const emojis = new Map<string, string>()
  const taken = new Set<string>()
  for (const { id, name } of guild.emojis ?? []) {
    if (!id || !name || taken.has(name) || !EMOJI_NAME.test(name)) continue
    emojis.set(id, name)
    taken.add(name)
  }
  return {
    users: named(peopleOf(facts), ({ username }) => username, 'user'),
    bots: named(botsOf(facts), ({ id, username }) => (id === bot.user.id ? application.name : username), 'app'),
    roles: roles.set(guild.id, EVERYONE),
    channels: named(keptChannels(channels), ({ name, type }) => name ?? `${type}`, 'channel'),
    stickers: named(stickers, ({ name }) => name, 'sticker'),
    emojis,
  }
}

/** Returns a new key for each entry, by its id. */
export function named<T extends { id: string }>(
  entries: readonly T[],
  nameOf: (entry: T) => string,
  fallback: string,
): Map<string, string> {
  const keys = new Keys()
  return new Map(entries.map((entry) => [entry.id, keys.of(nameOf(entry), fallback)]))
}

/** Returns the people of the file: the owner first. */
export function peopleOf(facts: GuildFacts): WireUser[] {
  const { owner, members, strangers } = facts
  const others = [...members.map(({ user }) => user), ...authorsOf(facts), ...strangers]
  return unique([owner, ...others.filter(({ id, bot }) => bot !== true || id === owner.id)])
}

/** Returns the bots of the file: the one that read first. */
export function botsOf(facts: GuildFacts): WireUser[] {
  const { bot, members, strangers, owner } = facts
  const others = [...members.map(({ user }) => user), ...authorsOf(facts), ...strangers]
  return unique([bot.user, ...others.filter((user) => user.bot === true && user.id !== owner.id)])
}

function unique(users: readonly WireUser[]): WireUser[] {
  const byId = new Map<string, WireUser>()
  for (const user of users) if (!byId.has(user.id)) byId.set(user.id, user)
  return [...byId.values()]
}

function authorsOf({ messages }: GuildFacts): WireUser[] {
  return [...messages.values()].flat().flatMap((message) => (isOfWebhook(message) ? [] : [message.author]))
}

/** Whether a webhook sent the message. Callbacks of applications have a webhook too, but their bot as author. */
export function isOfWebhook({ webhook_id, application_id, author }: WireMessage): boolean {
  return webhook_id != null && webhook_id !== application_id && webhook_id === author.id
}

/** Roles without that of everyone, and without those that come with a bot that the file has. */
export function plainRoles(facts: GuildFacts): WireRole[] {
  const bots = new Set(guildBotsOf(facts).map(({ id }) => id))
  return facts.guild.roles.filter(({ id, tags }) => id !== facts.guild.id && !bots.has(tags?.bot_id ?? ''))
}

/** Returns the bots that are in the guild, as far as they were read. */
export function guildBotsOf(facts: GuildFacts): WireUser[] {
  const members = new Set([facts.bot.user.id, ...facts.members.map(({ user }) => user.id)])
  return botsOf(facts).filter(({ id }) => members.has(id))
}

/** Returns roles from the highest to the lowest. */
export function byPosition(roles: readonly WireRole[]): WireRole[] {
  return roles.toSorted((one, other) => other.position - one.position)
}

/** Categories first: channels name their category. */
export function keptChannels(channels: readonly WireChannel[]): WireChannel[] {
  const isCategory = ({ type }: WireChannel) => type === ChannelType.GUILD_CATEGORY
  const kept = channels.filter(({ type }) => KEPT_TYPES.includes(type))
  return kept.toSorted(
    (one, other) => Number(isCategory(other)) - Number(isCategory(one)) || (one.position ?? 0) - (other.position ?? 0),
  )
}
