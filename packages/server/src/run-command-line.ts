import { type Options, optionRows, readOptions } from './option-reader.ts'

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
  /** Variables that receive the token, besides the usual ones. */
  names: readonly string[]
}

export interface RunOptions extends TargetOptions {
  /** Program and arguments. */
  command: readonly [string, ...string[]]
}

interface Draft extends TargetOptions {
  names: string[]
}

const OPTIONS: Options<Draft> = {
  server: {
    value: 'URL',
    help: 'address of a running platform (one is started in memory, and ends with the command)',
    read(draft, value) {
      if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return 'must be an address like http://127.0.0.1:7700'
      draft.server = value
    },
  },
  world: {
    value: 'FILE',
    help: 'world file of the platform that is started (a small demo world)',
    read(draft, value) {
      draft.world = value
    },
  },
  as: {
    value: 'APP',
    help: 'key, name or id of the application (the only one, or the first)',
    read(draft, value) {
      draft.as = value
    },
  },
  token: {
    value: 'T',
    help: "token of the application's bot on --server (DISCORD_TOKEN, BOT_TOKEN or TOKEN, for this machine's servers)",
    read(draft, value) {
      draft.token = value
    },
  },
  env: {
    value: 'NAME',
    help: 'a further variable that receives the token; can be repeated',
    read(draft, value) {
      if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(value)) return `takes the name of a variable, not ${JSON.stringify(value)}`
      draft.names.push(value)
    },
  },
}

/** Parses the arguments after `run`, and the command after `--`. Returns what is wrong with them, as text. Pure. */
export function parseRunOptions(args: readonly string[], command: readonly string[] | null): RunOptions | string {
  const target = parseEnvOptions(args)
  if (typeof target === 'string') return target
  const [program, ...rest] = command ?? []
  if (program === undefined) return 'run needs a command after --: guildhall run -- node bot.js'
  return { ...target, command: [program, ...rest] }
}

/** Parses the arguments after `env`. Returns what is wrong with them, as text. Pure. */
export function parseEnvOptions(args: readonly string[]): TargetOptions | string {
  const draft: Draft = { server: null, world: null, as: null, token: null, names: [] }
  const wrong = readOptions(args, draft, OPTIONS)
  if (wrong !== undefined) return wrong
  if (draft.server !== null && draft.world !== null)
    return '--world is for the platform that is started without --server'
  if (draft.server === null && draft.token !== null) return '--token is for --server'
  return draft
}

/** Rows of the help about the options of `run` and `env`. */
export const runOptionRows = optionRows(OPTIONS)
