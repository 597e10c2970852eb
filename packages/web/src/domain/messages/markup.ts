import { channelName, isDm } from '@guildhall/client/questions'
import type { ClientState } from '@guildhall/client/records'
import { loadedEmojis } from '../emoji/emojis.ts'
import type { Entity } from '../entities/entities.ts'

/** Names that people write, with what a message has in their place. */
export interface Names {
  /** Ids of users by username. */
  readonly users: ReadonlyMap<string, string>
  /** Names and ids, the longest name first: a name may be the beginning of another. */
  readonly roles: readonly (readonly [name: string, id: string])[]
  readonly channels: readonly (readonly [name: string, id: string])[]
  /** Markup of custom emojis, and characters of others, by name. */
  readonly emojis: ReadonlyMap<string, string>
}

/** Returns the names that mean something in a channel. */
export function namesIn({ guilds, channels, self }: ClientState, channelId: string): Names {
  const channel = channels.get(channelId)
  const guild = guilds.get(channel?.guild_id ?? '')
  const people = guild
    ? [...guild.members.values()].map(({ user }) => user)
    : [...(channel?.recipients ?? []), ...(self ? [self] : [])]
  const longestFirst = ([one]: readonly [string, string], [other]: readonly [string, string]) =>
    other.length - one.length
  return {
    users: new Map(people.map(({ id, username }) => [username.toLowerCase(), id])),
    roles: [...(guild?.roles.values() ?? [])]
      .filter(({ id }) => id !== guild?.guild.id)
      .map(({ id, name }) => [name, id] as const)
      .sort(longestFirst),
    channels: [...channels.values()]
      .filter((other) => !isDm(other) && other.guild_id === channel?.guild_id)
      .map((other) => [channelName(other, self?.id), other.id] as const)
      .sort(longestFirst),
    emojis: new Map([
      // The list of names has loaded them when a person types one.
      ...loadedEmojis().flatMap(({ name, names }) => names.map((short) => [short, name] as const)),
      ...[...guilds.values()].flatMap(({ emojis }) =>
        [...emojis.values()]
          .filter(({ id, available }) => id && available !== false)
          .map(({ id, name, animated }) => [name ?? '', `<${animated ? 'a' : ''}:${name}:${id}>`] as const),
      ),
    ]),
  }
}

/** Code, and markup that a message has already: neither contains names. */
const KEPT = /(```[\s\S]*?(?:```|$)|`[^`\n]*`|<a?:\w{2,32}:\d{1,20}>|<[@#][!&]?\d{1,20}>|https?:\/\/\S+)/

/** Returns a text as it is sent: names of users, roles, channels and custom emojis become mentions. */
export function toMarkup(text: string, names: Names): string {
  return text
    .split(KEPT)
    .map((part, index) => (index % 2 === 1 ? part : mentioned(part, names)))
    .join('')
}

function mentioned(part: string, { users, roles, channels, emojis }: Names): string {
  const withEmojis = part.replaceAll(/:(\w{2,32}):/g, (raw, name: string) => emojis.get(name) ?? raw)
  // The rest of the text is looked at after each sign: names of roles contain spaces.
  return replaceNames(withEmojis, (sign, rest) => {
    if (sign === '#') return byName(channels, rest, (id) => `<#${id}>`)
    // The server reads these words wherever they stand, so that no role takes them.
    if (/^(?:everyone|here)\b/.test(rest)) return undefined
    const [written = ''] = /^[a-z0-9_.]{2,32}/i.exec(rest) ?? []
    for (const username of [written, written.replace(/\.+$/, '')]) {
      const id = users.get(username.toLowerCase())
      if (id) return { length: username.length, markup: `<@${id}>` }
    }
    return byName(roles, rest, (id) => `<@&${id}>`)
  })
}

type Found = { length: number; markup: string } | undefined

function replaceNames(text: string, find: (sign: string, rest: string) => Found): string {
  let result = ''
  let from = 0
  for (const match of text.matchAll(/(?<=^|[\s([{,;:*_~|>"'])[@#]/g)) {
    const at = match.index
    const found = at < from ? undefined : find(match[0], text.slice(at + 1, at + 101))
    if (!found) continue
    result += text.slice(from, at) + found.markup
    from = at + 1 + found.length
  }
  return result + text.slice(from)
}

function byName(named: Names['roles'], rest: string, markup: (id: string) => string): Found {
  const found = named.find(
    ([name]) => name !== '' && rest.startsWith(name) && !/^[\p{L}\p{N}_-]/u.test(rest.slice(name.length)),
  )
  return found && { length: found[0].length, markup: markup(found[1]) }
}

const SIGNS = { user: '@', role: '@&', channel: '#' } as const

/** Returns the text for a chosen name: as people write it, or as markup if the name means something else. */
export function mentionText({ kind, value, label }: Entity, names: Names): string {
  const written = `${SIGNS[kind][0]}${label}`
  const markup = `<${SIGNS[kind]}${value}>`
  // `everyone` and `here` have no id.
  return toMarkup(written, names) === markup || value === label ? written : markup
}

/** Returns a sent text as people write it: the opposite of `toMarkup`, as far as the names are known. */
export function fromMarkup(text: string, names: Names): string {
  const users = new Map([...names.users].map(([username, id]) => [id, username]))
  const roles = new Map(names.roles.map(([name, id]) => [id, name]))
  const channels = new Map(names.channels.map(([name, id]) => [id, name]))
  const plain = text.replaceAll(/<(@[!&]?|#)(\d{1,20})>|<a?:(\w{2,32}):\d{1,20}>/g, (raw, sign, id, emoji) => {
    if (emoji) return names.emojis.get(emoji) === raw ? `:${emoji}:` : raw
    const name = sign === '#' ? channels.get(id) : sign === '@&' ? roles.get(id) : users.get(id)
    return name === undefined ? raw : `${sign[0]}${name}`
  })
  // Two names that stand together, or one of several with that name, would not become the same text again.
  return toMarkup(plain, names) === text.replaceAll('<@!', '<@') ? plain : text
}
