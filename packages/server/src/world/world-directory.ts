import type { FilledApplication, FilledBot, FilledUser, FilledWorld } from './fill-world.ts'
import type { World } from './world.ts'

/** A filled world without passwords, tokens, client secrets and signing keys: names and ids. */
export interface WorldDirectory {
  users: Record<string, Omit<FilledUser, 'password' | 'token'>>
  applications: Record<
    string,
    Omit<FilledApplication, 'client_secret' | 'signing_key' | 'bot'> & { bot?: Omit<FilledBot, 'token'> }
  >
  guilds: FilledWorld['guilds']
}

/** Returns the world without its secrets. */
export function worldDirectory({ users, applications, guilds }: FilledWorld): WorldDirectory {
  return {
    users: mapValues(users, ({ password: _password, token: _token, ...user }) => user),
    applications: mapValues(applications, ({ client_secret: _secret, signing_key: _key, bot, ...application }) => {
      if (!bot) return application
      const { token: _token, ...named } = bot
      return { ...application, bot: named }
    }),
    guilds,
  }
}

/**
 * Returns the world without messages and pictures: they are only stored where they belong, and neither the ready line
 * nor the row of the world repeats them.
 */
export function withoutContent(world: FilledWorld): FilledWorld {
  const guilds = mapValues(world.guilds, ({ icon: _icon, ...guild }) => ({
    ...guild,
    channels: mapValues(guild.channels, ({ messages: _messages, threads, ...channel }) => ({
      ...channel,
      ...(threads && { threads: mapValues(threads, ({ messages: _, ...thread }) => thread) }),
    })),
    emojis: mapValues(guild.emojis, ({ image: _image, ...emoji }) => emoji),
    stickers: mapValues(guild.stickers, ({ image: _image, ...sticker }) => sticker),
    scheduled_events: mapValues(guild.scheduled_events, ({ image: _image, ...event }) => event),
  }))
  return { ...world, guilds }
}

/**
 * Returns the directory with the secrets that a world file states itself: a restart with that file can print them,
 * although the store removed them.
 */
export function withStatedSecrets(directory: WorldDirectory, stated: World | null): Record<string, unknown> {
  const users = mapValues(directory.users, (user, key) => {
    const { password, token } = stated?.users[key] ?? {}
    return defined({ ...user, password, token })
  })
  const applications = mapValues(directory.applications, (application, key) => {
    const { client_secret, bot } = stated?.applications[key] ?? {}
    const token = typeof bot === 'object' ? bot?.token : undefined
    return defined({ ...application, client_secret, bot: application.bot && defined({ ...application.bot, token }) })
  })
  return { users, applications, guilds: directory.guilds }
}

function mapValues<T, U>(entries: Record<string, T>, map: (entry: T, key: string) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(entries).map(([key, entry]) => [key, map(entry, key)]))
}

function defined(object: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined))
}
