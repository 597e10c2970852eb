import { ChannelType } from '@guildhall/protocol'
import { pathTo } from './faults.ts'
import { idInToken } from './token-id.ts'
import type { World, WorldBot, WorldChannel, WorldGuild } from './world.ts'

/** An id that a world file states, and where. */
export interface StatedId {
  id: string | undefined
  path: string
}

/**
 * Lists the ids that a world file states, except those that two entries share: a bot has the id of its application,
 * the first message of a post has the id of the post, and a thread that of the message that it started from.
 */
export function* statedIds(world: World): Generator<StatedId> {
  for (const [key, { id }] of Object.entries(world.users)) yield { id, path: `${pathTo('users', key)}.id` }
  for (const [key, { id, bot, skus = {} }] of Object.entries(world.applications)) {
    const path = pathTo('applications', key)
    yield { id, path: `${path}.id` }
    const botId = givenBotId(bot)
    if (botId !== id) yield { id: botId, path: bot?.id === undefined ? `${path}.bot.token` : `${path}.bot.id` }
    for (const [name, sku] of Object.entries(skus)) yield { id: sku.id, path: `${pathTo(`${path}.skus`, name)}.id` }
  }
  for (const [key, guild] of Object.entries(world.guilds)) yield* idsOfGuild(guild, pathTo('guilds', key))
}

/** Returns the id that a bot states itself or by its token. */
export function givenBotId(bot: WorldBot | undefined): string | undefined {
  return bot?.id ?? (bot?.token === undefined ? undefined : idInToken(bot.token))
}

const PARTS = ['roles', 'channels', 'emojis', 'stickers', 'auto_moderation', 'scheduled_events'] as const

function* idsOfGuild(guild: WorldGuild, path: string): Generator<StatedId> {
  yield { id: guild.id, path: `${path}.id` }
  for (const [name, bot] of Object.entries(guild.bots ?? {}))
    yield { id: bot.role_id, path: `${pathTo(`${path}.bots`, name)}.role_id` }
  for (const part of PARTS) {
    for (const [name, entry] of Object.entries(guild[part] ?? {}))
      yield { id: entry.id, path: `${pathTo(`${path}.${part}`, name)}.id` }
  }
  for (const [name, channel] of Object.entries(guild.channels ?? {}))
    yield* idsInChannel(channel, pathTo(`${path}.channels`, name))
}

function* idsInChannel({ tags = {}, threads = {}, messages = [], type }: WorldChannel, path: string) {
  for (const [name, { id }] of Object.entries(tags)) yield { id, path: `${pathTo(`${path}.tags`, name)}.id` }
  const started = new Set(messages.map(({ id }) => id))
  for (const [index, { id }] of messages.entries()) yield { id, path: `${path}.messages[${index}].id` }
  for (const [name, thread] of Object.entries(threads)) {
    const at = pathTo(`${path}.threads`, name)
    // Of two threads with the id of a message, the second one is a duplicate.
    if (!started.delete(thread.id)) yield { id: thread.id, path: `${at}.id` }
    for (const [index, { id }] of (thread.messages ?? []).entries()) {
      const isPost = index === 0 && id === thread.id && isForumType(type)
      if (!isPost) yield { id, path: `${at}.messages[${index}].id` }
    }
  }
}

/** Whether channels of a type have posts, and no messages. */
export function isForumType(type: number | undefined): boolean {
  return type === ChannelType.GUILD_FORUM || type === ChannelType.GUILD_MEDIA
}
