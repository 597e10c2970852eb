import { ChannelType, type Snowflake, USERNAME_MAX } from '@guildhall/protocol'
import { EVERYONE, ownerOf } from './reference-targets.ts'
import { idPart } from './token-id.ts'
import type {
  World,
  WorldApplication,
  WorldAutoModerationRule,
  WorldBot,
  WorldChannel,
  WorldEmoji,
  WorldGuild,
  WorldGuildBot,
  WorldMessage,
  WorldRole,
  WorldScheduledEvent,
  WorldSku,
  WorldSticker,
  WorldTag,
  WorldThread,
  WorldUser,
} from './world.ts'
import { givenBotId, isForumType, statedIds } from './world-ids.ts'

/** A world whose referenced entries are complete; ids are decimal strings. */
export interface FilledWorld {
  users: Record<string, FilledUser>
  applications: Record<string, FilledApplication>
  guilds: Record<string, FilledGuild>
}

export type FilledUser = WorldUser & Required<Pick<WorldUser, 'id' | 'username' | 'password' | 'token'>>
export type FilledBot = Required<WorldBot>
export type FilledSku = WorldSku & { id: string; name: string }
export type FilledRole = WorldRole & { id: string; name: string }
export type FilledEmoji = WorldEmoji & { id: string }
export type FilledTag = WorldTag & { id: string; name: string }
export type FilledMessage = WorldMessage & { id: string }
export type FilledSticker = WorldSticker & { id: string; name: string }
export type FilledRule = WorldAutoModerationRule & { id: string; name: string }
export type FilledEvent = WorldScheduledEvent & { id: string; name: string }

export interface FilledThread extends WorldThread {
  id: string
  name: string
  messages?: FilledMessage[]
}

export interface FilledChannel extends WorldChannel {
  id: string
  name: string
  type: number
  tags?: Record<string, FilledTag>
  threads?: Record<string, FilledThread>
  messages?: FilledMessage[]
}

export interface FilledApplication extends WorldApplication {
  id: string
  name: string
  /** Key of a user. */
  owner: string
  client_secret: string
  signing_key: string
  /** Ed25519, hex. */
  public_key: string
  bot?: FilledBot
  skus?: Record<string, FilledSku>
}

export interface FilledGuild extends WorldGuild {
  id: string
  name: string
  /** Key of a user, who need not be among `members`. */
  owner: string
  bots: Record<string, FilledGuildBot>
  roles: Record<string, FilledRole>
  channels: Record<string, FilledChannel>
  emojis: Record<string, FilledEmoji>
  stickers: Record<string, FilledSticker>
  auto_moderation: Record<string, FilledRule>
  scheduled_events: Record<string, FilledEvent>
}

export interface FilledGuildBot extends WorldGuildBot {
  /** The bot's user id. */
  id: string
  permissions: string
  /** Permissions of the role that comes with the bot; without permissions there is no role. */
  role_id?: string
}

export type SecretKind = 'password' | 'person' | 'bot' | 'client_secret'

/** Sources of generated values. */
export interface WorldSource {
  nextId(): Snowflake
  /** For `person` and `bot`, the part of the token after the user id. */
  randomToken(kind: SecretKind): string
  /** Makes an Ed25519 key pair, or completes the private key given. */
  signingKey(given?: string): { signing_key: string; public_key: string }
}

/** Fills the open values of a checked world. Entries keep the file's order, and ids grow with it. */
export function fillWorld(world: World, source: WorldSource): FilledWorld {
  const fresh = freshIds(world, source)
  const users = fillUsers(world, source, fresh)
  const applications = mapEntries(world.applications, (application, key) =>
    fillApplication(world, application, key, source, fresh),
  )
  const guilds = mapEntries(world.guilds, (guild, key) => fillGuild(world, guild, key, applications, fresh))
  return { users, applications, guilds }
}

/** Returns the `world` of the ready line: everything except the private signing keys. */
export function readyWorld(filled: FilledWorld): Record<string, unknown> {
  const applications = mapEntries(filled.applications, ({ signing_key: _private, ...application }) => application)
  return { users: filled.users, applications, guilds: filled.guilds }
}

function mapEntries<T, U>(entries: Record<string, T>, map: (entry: T, key: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, map(entry, key)]))
}

/** Returns new ids that no entry of the file claims. */
function freshIds(world: World, source: WorldSource): () => string {
  const taken = new Set<string | undefined>()
  for (const { id } of statedIds(world)) taken.add(id)
  return () => {
    let id = String(source.nextId())
    while (taken.has(id)) id = String(source.nextId())
    return id
  }
}

function fillUsers(world: World, source: WorldSource, fresh: () => string): Record<string, FilledUser> {
  const taken = new Set(Object.values(world.users).map((user) => user.username?.toLowerCase()))
  return mapEntries(world.users, (user, key) => {
    const id = user.id ?? fresh()
    const username = user.username ?? freeUsername(key, taken)
    return {
      ...user,
      id,
      username,
      password: user.password ?? source.randomToken('password'),
      token: user.token ?? `${idPart(id)}.${source.randomToken('person')}`,
    }
  })
}

/** Returns a username that resembles the key; numbered if taken. */
function freeUsername(key: string, taken: Set<string | undefined>): string {
  const base = usernameOf(key)
  let username = base
  for (let number = 2; taken.has(username); number += 1) {
    username = `${base.slice(0, USERNAME_MAX - String(number).length)}${number}`
  }
  taken.add(username)
  return username
}

function usernameOf(key: string): string {
  const plain = key
    .toLowerCase()
    .replaceAll(/[^a-z0-9_.]+/g, '_')
    .slice(0, USERNAME_MAX)
  return plain.length < 2 || plain === 'everyone' || plain === 'here' ? `user_${plain}` : plain
}

function fillApplication(
  world: World,
  application: WorldApplication,
  key: string,
  source: WorldSource,
  fresh: () => string,
): FilledApplication {
  const { bot, skus, ...given } = application
  // One id for application and bot, as the public platform gives: many programs know one of them and use it for the
  // other.
  const id = application.id ?? givenBotId(bot) ?? fresh()
  const botId = givenBotId(bot) ?? id
  return {
    ...given,
    id,
    name: application.name ?? key,
    owner: ownerOf(world, application) ?? '',
    client_secret: application.client_secret ?? source.randomToken('client_secret'),
    ...source.signingKey(application.signing_key),
    ...(skus && {
      skus: mapEntries(skus, (sku, name) => ({ ...sku, name: sku.name ?? name, id: sku.id ?? fresh() })),
    }),
    ...(bot && {
      bot: {
        id: botId,
        username: bot.username ?? usernameOf(key),
        token: bot.token ?? `${idPart(botId)}.${source.randomToken('bot')}`,
      },
    }),
  }
}

function fillGuild(
  world: World,
  guild: WorldGuild,
  key: string,
  applications: Record<string, FilledApplication>,
  fresh: () => string,
): FilledGuild {
  const id = guild.id ?? fresh()
  const bots = mapEntries(guild.bots ?? {}, (bot, application) => {
    const permissions = bot.permissions ?? '0'
    const role = BigInt(permissions) === 0n && bot.role_id === undefined ? {} : { role_id: bot.role_id ?? fresh() }
    return { ...bot, id: applications[application]?.bot?.id ?? '', permissions, ...role }
  })
  const roles = mapEntries(guild.roles ?? {}, (role, name) => {
    return { ...role, id: name === EVERYONE ? id : (role.id ?? fresh()), name: role.name ?? name }
  })
  const channels = mapEntries(guild.channels ?? {}, (channel, name) => fillChannel(channel, name, fresh))
  const emojis = mapEntries(guild.emojis ?? {}, (emoji) => ({ ...emoji, id: emoji.id ?? fresh() }))
  const named = <T extends { id?: string; name?: string }>(entries: Record<string, T> | undefined) =>
    mapEntries(entries ?? {}, (entry, name) => ({ ...entry, id: entry.id ?? fresh(), name: entry.name ?? name }))
  const owner = ownerOf(world, guild) ?? ''
  return {
    ...guild,
    ...{ id, owner, bots, roles, channels, emojis },
    name: guild.name ?? key,
    stickers: named(guild.stickers),
    auto_moderation: named(guild.auto_moderation),
    scheduled_events: named(guild.scheduled_events),
  }
}

function fillChannel(channel: WorldChannel, key: string, fresh: () => string): FilledChannel {
  const { tags, threads, messages, ...settings } = channel
  const id = channel.id ?? fresh()
  const webhooks = new Map<string, string>()
  const filled = (message: WorldMessage, given: string | undefined): FilledMessage => {
    const { webhook } = message
    if (!webhook) return { ...message, id: given ?? fresh() }
    // Messages under one name without an id come from one webhook.
    const webhookId = webhook.id ?? webhooks.get(webhook.name) ?? fresh()
    webhooks.set(webhook.name, webhookId)
    return { ...message, id: given ?? fresh(), webhook: { ...webhook, id: webhookId } }
  }
  const filledThread = (thread: WorldThread, name: string): FilledThread => {
    const threadId = thread.id ?? fresh()
    const filledMessages = (thread.messages ?? []).map((message, index) =>
      filled(message, message.id ?? (index === 0 && isForumType(channel.type) ? threadId : undefined)),
    )
    return { ...thread, id: threadId, name: thread.name ?? name, messages: filledMessages }
  }
  return {
    ...settings,
    id,
    name: channel.name ?? key,
    type: channel.type ?? ChannelType.GUILD_TEXT,
    ...(tags && {
      tags: mapEntries(tags, (tag, name) => ({ ...tag, id: tag.id ?? fresh(), name: tag.name ?? name })),
    }),
    ...(messages && { messages: messages.map((message) => filled(message, message.id)) }),
    ...(threads && { threads: mapEntries(threads, filledThread) }),
  }
}
