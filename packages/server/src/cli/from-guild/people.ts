/** People, bots and their applications, as a world file has them. */
import { ApplicationFlag } from '@guildhall/protocol'
import type { WorldApplication, WorldUser } from '../../world/index.ts'
import { cut, fromEntries } from './entries.ts'
import type { GuildFacts } from './guild-facts.ts'
import { botsOf, type Names, peopleOf } from './names.ts'
import type { WireApplication } from './wire.ts'

const USERNAME = /^(?!everyone$|here$)(?!.*```)[^@#:\s](?:[^@#:\n]*[^@#:\s])?$/

/** Returns the users of the file. A name that another has is left to the start, which makes one of the key. */
export function usersOf(facts: GuildFacts, { users }: Names): Record<string, WorldUser> {
  const taken = new Set<string>()
  return fromEntries(peopleOf(facts), users, ({ id, username, global_name }) => {
    const isUsable = username.length >= 2 && username.length <= 32 && USERNAME.test(username)
    const isFree = isUsable && !taken.has(username.toLowerCase())
    if (isFree) taken.add(username.toLowerCase())
    return { id, ...(isFree && { username }), ...(global_name && { global_name: cut(global_name, 32) }) }
  })
}

const INTENTS = [
  ['GUILD_PRESENCES', ApplicationFlag.GATEWAY_PRESENCE | ApplicationFlag.GATEWAY_PRESENCE_LIMITED],
  ['GUILD_MEMBERS', ApplicationFlag.GATEWAY_GUILD_MEMBERS | ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED],
  ['MESSAGE_CONTENT', ApplicationFlag.GATEWAY_MESSAGE_CONTENT | ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED],
] as const

/** Applications of the bots. Nothing is known of other bots' applications but their name. No token is written. */
export function applicationsOf(facts: GuildFacts, { bots }: Names): Record<string, WorldApplication> {
  return fromEntries(botsOf(facts), bots, ({ id, username }) => {
    const bot = { id, ...(USERNAME.test(username) && username.length >= 2 && { username: username.slice(0, 32) }) }
    if (id !== facts.bot.user.id) return { name: username, bot }
    return { ...ownApplication(facts.application), bot }
  })
}

function ownApplication({ id, name, description, flags, ...rest }: WireApplication): WorldApplication {
  const intents = INTENTS.filter(([, bits]) => (BigInt(flags ?? 0) & bits) !== 0n).map(([intent]) => intent)
  const { bot_public, bot_require_code_grant } = rest
  const tags = (rest.tags ?? []).filter((tag) => tag !== '')
  return {
    id,
    name: cut(name, 100),
    ...(description && { description: cut(description, 400) }),
    ...(intents.length > 0 && { intents }),
    ...(tags.length > 0 && { tags: tags.slice(0, 5).map((tag) => cut(tag, 20)) }),
    ...(bot_public === false && { bot_public }),
    ...(bot_require_code_grant === true && { bot_require_code_grant }),
  }
}
