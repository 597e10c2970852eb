import { WORLD_MESSAGES_MAX, WORLD_THREADS_MAX } from '../../world/index.ts'
import type { Command, Given } from '../command.ts'
import type { WorldOptions } from '../from-guild/run-world.ts'
import { countOption, isWebAddress, switchOption, textOption } from '../options/option-kinds.ts'
import { type Options, readOptions } from '../options/option-reader.ts'

interface Draft {
  server: string
  token: string | null
  out: string | null
  members: number
  archivedThreads: number
  messages: number
  images: boolean
}

const WORLD_ACTIONS = ['check', 'from-guild'] as const
const MEMBERS_MAX = 100_000

/** Options of `world from-guild`, in the order of the help. */
const WORLD_OPTIONS: Options<Draft> = {
  server: {
    value: 'URL',
    help: 'address of a compatible API (https://discord.com/api)',
    read(draft, value) {
      if (!isWebAddress(value)) return 'must be an address like https://discord.com/api'
      const { origin, pathname } = new URL(value)
      draft.server = `${origin}${pathname === '/' ? '/api' : pathname.replace(/\/v\d+\/?$/, '')}`
    },
  },
  token: textOption('token', {
    value: 'T',
    help: 'token of a bot that is in the guild (DISCORD_TOKEN); it is not written',
  }),
  out: textOption('out', { value: 'FILE', help: 'file to write, YAML or .json; one that exists is kept (stdout)' }),
  members: countOption(
    'members',
    MEMBERS_MAX,
    'members that are read at most, which needs the GUILD_MEMBERS intent (0: the owner and the bot)',
  ),
  threads: countOption(
    'archivedThreads',
    WORLD_THREADS_MAX,
    'archived public threads of each channel that are read at most (50); active ones are all read',
  ),
  messages: countOption(
    'messages',
    WORLD_MESSAGES_MAX,
    'newest messages of each channel and thread, with their authors; they are personal data (0)',
  ),
  images: switchOption('images', "read the icon, emojis, stickers and events' images too, into a folder beside FILE"),
}

/** `guildhall world`: checks of world files, and world files of guilds. */
export const world: Command<WorldOptions> = {
  name: 'world',
  usage: 'from-guild GUILD [options]',
  help: ['write a world file of a guild, which it reads with the token of a bot;', 'world check FILE checks one'],
  title: 'Options of world from-guild:',
  options: WORLD_OPTIONS,
  words: WORLD_ACTIONS,
  takesFiles: true,
  parse,
  run: async (options) => (await import('../from-guild/run-world.ts')).runWorld(options),
}

function parse({ args, env }: Given): { options: WorldOptions } | string {
  const [action, name, ...rest] = args
  if (action !== 'check' && action !== 'from-guild') return 'world needs check FILE, or from-guild GUILD'
  if (name === undefined || name.startsWith('--'))
    return action === 'check' ? 'world check needs a file' : 'world from-guild needs the id of a guild'
  if (action === 'check') {
    if (rest.length > 0) return `${JSON.stringify(rest[0])} belongs to no option of world check`
    return { options: { action, file: name } }
  }
  if (!/^\d{1,20}$/.test(name)) return `${JSON.stringify(name)} is no id of a guild`
  const draft: Draft = { ...blank }
  const wrong = readOptions(rest, draft, WORLD_OPTIONS)
  if (wrong !== undefined) return wrong
  const token = draft.token ?? env.DISCORD_TOKEN
  if (!token) return "world from-guild needs the bot's token: --token T, or DISCORD_TOKEN in the environment"
  const { server: api, out, images, token: _, ...limits } = draft
  if (images && out === null) return '--images needs --out FILE'
  const pictures = images && out !== null ? { cdn: cdnOf(api), out } : null
  return { options: { action, guildId: name, api, token, out, ...limits, images: pictures } }
}

const blank: Draft = {
  server: 'https://discord.com/api',
  token: null,
  out: null,
  members: 0,
  archivedThreads: 50,
  messages: 0,
  images: false,
}

/** Returns the address of the CDN of a server. That of the public platform has a host for it. */
function cdnOf(api: string): string {
  const { origin, hostname } = new URL(api)
  return hostname === 'discord.com' || hostname.endsWith('.discord.com')
    ? 'https://cdn.discordapp.com'
    : `${origin}/cdn`
}
