import { addressOption, switchOption, textOption } from './option-kinds.ts'
import { type Options, readOptions } from './option-reader.ts'

/** Options of `guildhall run` and `guildhall env`: a platform and an application. */
export interface TargetOptions {
  /** Address of a running platform; null to start one. */
  server: string | null
  /** World file of the platform that is started; null for the demo world. */
  world: string | null
  /** Key, name or id of the application; null for the only one. */
  as: string | null
  /** Of the application's bot on `server`; null for that of the environment. */
  token: string | null
  /** Key of the control API of `server`; null without. */
  key: string | null
  /** Variables that receive the token, besides the usual ones. */
  names: readonly string[]
  /** File with the variables that the program reads; null without. */
  envFile: string | null
  /** Whether connections to other hosts are refused. */
  offline: boolean
}

interface Draft extends TargetOptions {
  names: string[]
}

/** The option that names a running platform. */
export const serverOption = addressOption(
  'server',
  'address of a running platform (one is started in memory, and ends with the command)',
)

/** The option with the key of the control API. */
export const keyOption = textOption('key', {
  value: 'KEY',
  help: "key of --server's control API (GUILDHALL_CONTROL_KEY)",
})

/** Options of `run` and `env`, in the order of the help. */
export const TARGET_OPTIONS: Options<Draft> = {
  server: serverOption,
  world: textOption('world', {
    value: 'FILE',
    help: 'world file of the platform that is started (a small demo world)',
  }),
  as: textOption('as', {
    value: 'APP',
    help: 'key, name or id of the application (the only one, or the first)',
  }),
  token: textOption('token', {
    value: 'T',
    help: "token of the application's bot on --server (DISCORD_TOKEN, BOT_TOKEN or TOKEN, for this machine's servers)",
  }),
  key: { ...keyOption, help: "key of --server's control API, which gives the token of APP (GUILDHALL_CONTROL_KEY)" },
  env: {
    value: 'NAME',
    help: 'a further variable that receives the token; can be repeated',
    repeats: true,
    read(draft, value) {
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(value)) return `takes the name of a variable, not ${JSON.stringify(value)}`
      draft.names.push(value)
    },
  },
  'env-file': textOption('envFile', {
    value: 'FILE',
    help: "a program's own .env file, whose names receive the values of this platform",
  }),
  offline: switchOption('offline', 'refuse connections to every other host, and say which'),
}

type Variables = Readonly<Record<string, string | undefined>>

/** Returns the key of the control API of a server: the given one, or that of the environment. */
export function controlKeyOf({ server, key }: { server: string | null; key: string | null }, env: Variables) {
  return server === null ? null : (key ?? (env.GUILDHALL_CONTROL_KEY || null))
}

/** Parses the options of `run` and `env`. Returns the fault as text. Pure. */
export function parseTarget(args: readonly string[], env: Variables): { options: TargetOptions } | string {
  const draft: Draft = {
    server: null,
    world: null,
    as: null,
    token: null,
    key: null,
    names: [],
    envFile: null,
    offline: false,
  }
  const wrong = readOptions(args, draft, TARGET_OPTIONS)
  if (wrong !== undefined) return wrong
  const { server, world, token, key } = draft
  if (server !== null && world !== null) return '--world is for the platform that is started without --server'
  if (server === null && token !== null) return '--token is for --server'
  if (server === null && key !== null) return '--key is for --server'
  if (token !== null && key !== null) return '--key replaces --token'
  return { options: { ...draft, key: controlKeyOf(draft, env) } }
}
