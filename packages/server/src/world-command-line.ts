import { countOption, isWebAddress, textOption } from './option-kinds.ts'
import { type Options, readOptions } from './option-reader.ts'

/** Options of `guildhall world`. */
export type WorldOptions =
  | { action: 'check'; file: string }
  | {
      action: 'from-guild'
      guildId: string
      /** Address of the HTTP API without a version. */
      api: string
      token: string
      /** File to write; null for stdout. */
      out: string | null
      /** Members that are read at most. */
      members: number
    }

interface Draft {
  server: string
  token: string | null
  out: string | null
  members: number
}

export const WORLD_ACTIONS = ['check', 'from-guild'] as const
const MEMBERS_MAX = 100_000

/** Options of `world from-guild`, in the order of the help. */
export const WORLD_OPTIONS: Options<Draft> = {
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
}

/** Parses the arguments after `world`. Returns what is wrong with them, as text. Pure. */
export function parseWorldOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): { options: WorldOptions } | string {
  const [action, name, ...rest] = args
  if (action !== 'check' && action !== 'from-guild') return 'world needs check FILE, or from-guild GUILD'
  if (name === undefined || name.startsWith('--'))
    return action === 'check' ? 'world check needs a file' : 'world from-guild needs the id of a guild'
  if (action === 'check') {
    if (rest.length > 0) return `${JSON.stringify(rest[0])} belongs to no option of world check`
    return { options: { action, file: name } }
  }
  if (!/^\d{1,20}$/.test(name)) return `${JSON.stringify(name)} is no id of a guild`
  const draft: Draft = { server: 'https://discord.com/api', token: null, out: null, members: 0 }
  const wrong = readOptions(rest, draft, WORLD_OPTIONS)
  if (wrong !== undefined) return wrong
  const token = draft.token ?? env.DISCORD_TOKEN
  if (!token) return "world from-guild needs the bot's token: --token T, or DISCORD_TOKEN in the environment"
  return { options: { action, guildId: name, api: draft.server, token, out: draft.out, members: draft.members } }
}
