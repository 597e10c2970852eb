import { datedChanges, type Instant, instant } from '@guildhall/protocol'
import { type ClientOptions, clientOptionRows, consentOption, parseClientOptions } from './client-command-line.ts'
import type { HostAndPort } from './open-voice.ts'
import { type Option, type Options, oneOf, optionRows, readOptions, splitAt } from './option-reader.ts'
import {
  parseEnvOptions,
  parseRunOptions,
  type RunOptions,
  runOptionRows,
  type TargetOptions,
} from './run-command-line.ts'
import type { ConsentOption } from './terminal-consent.ts'
import { isActivitiesDomain } from './transports/activities/activity-host.ts'
import { faultyProxy } from './transports/client-address.ts'
import { suggestion } from './validation/closest-word.ts'

export interface StartOptions {
  /** 0 picks a free one. */
  port: number
  host: string
  /** A folder, or `:memory:`. */
  data: string
  /** A world file; null for the demo world. */
  world: string | null
  /** Platform date at the start. Default: now. */
  date?: Instant
  rateLimits: 'documented' | 'off'
  /** Reach of requests to servers of applications. */
  outgoing: 'anywhere' | 'public'
  /** One line of JSON when ready, instead of the page for people. */
  json: boolean
  tls: 'local' | { cert: string; key: string }
  /** File with the key that secrets are stored under; null for `GUILDHALL_SECRET_KEY` or one in the data folder. */
  secretKeyFile: string | null
  /** The first world's secrets stay readable after the first ready line. */
  keepSecrets: boolean
  databaseUrl: string | null
  busUrl: string | null
  logLevel: LogLevel
  /** Address of the socket for voice packets; null for a free port of the listen address. */
  voiceUdp: HostAndPort | null
  /** Address of voice packets as clients reach it; null for the same. */
  voiceAnnounce: HostAndPort | null
  /** Host under which each activity has its own name; null for `activities.localhost` with the port. */
  activitiesDomain: string | null
  /** Name of the person whose local client runs in the same process; null for none. */
  localClient: string | null
  /** Decision of that client about requests of games. */
  consent: ConsentOption
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustProxy: readonly string[]
  /** Open connections of one address; undefined for the default. */
  connectionsPerAddress?: number
  /** One of the two documented dates. Default: the later. [PRM-14] */
  pinSplitDate?: string
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

export type CommandLine =
  | { command: 'start'; options: StartOptions }
  /** To list the files that no row refers to, and to delete them if asked to. */
  | { command: 'files'; options: StartOptions; remove: boolean }
  /** To run a local client. */
  | { command: 'client'; options: ClientOptions }
  /** To run a program against a platform. */
  | { command: 'run'; options: RunOptions }
  /** To print the variables that `run` sets. */
  | { command: 'env'; options: TargetOptions }
  /** To be printed on stdout; exit 0. */
  | { command: 'help'; text: string }
  /** To be printed on stderr; exit 2. */
  | { command: 'error'; text: string }

export interface CommandLineSurroundings {
  env: Readonly<Record<string, string | undefined>>
  /** Of this program, for `--version`. */
  version: string
}

/** Parsed options, before combinations are checked. */
interface Draft extends Omit<StartOptions, 'tls'> {
  tlsCert: string | null
  tlsKey: string | null
}

const PORT_MAX = 65_535

/** Takes any text; what it names is looked at when it is used. */
function into(field: 'host' | 'data' | 'world' | 'tlsCert' | 'tlsKey' | 'secretKeyFile'): Option<Draft>['read'] {
  return (draft, value) => {
    draft[field] = value
    return undefined
  }
}

/** Every option of `start`, in the order of the help. */
const OPTIONS: Options<Draft> = {
  port: {
    value: 'N',
    help: 'one TCP port for everything; 0 picks a free one (7700)',
    read(draft, value) {
      const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
      if (!(port <= PORT_MAX)) return `must be a port number from 0 to ${PORT_MAX}, not ${JSON.stringify(value)}`
      draft.port = port
    },
  },
  host: { value: 'H', help: 'listen address (127.0.0.1)', read: into('host') },
  data: {
    value: 'DIR',
    help: 'where all is kept; :memory: keeps nothing (./.guildhall)',
    read: into('data'),
  },
  world: {
    value: 'FILE',
    help: 'JSON or YAML: who and what there is at the first start (a small demo world)',
    read: into('world'),
  },
  date: {
    value: 'ISO',
    help: 'the platform date, by which dated changes take effect (now)',
    read(draft, value) {
      try {
        draft.date = instant(value)
      } catch {
        return `must be an ISO 8601 date such as 2026-02-23 or 2026-02-23T12:00:00Z, not ${JSON.stringify(value)}`
      }
    },
  },
  'rate-limits': {
    value: 'documented|off',
    help: 'off loosens every rate limit, for load tests (documented)',
    read(draft, value) {
      if (value !== 'documented' && value !== 'off') return oneOf(['documented', 'off'], value)
      draft.rateLimits = value
    },
  },
  outgoing: {
    value: 'anywhere|public',
    help: 'public: applications on this machine and in its network are not called (anywhere)',
    read(draft, value) {
      if (value !== 'anywhere' && value !== 'public') return oneOf(['anywhere', 'public'], value)
      draft.outgoing = value
    },
  },
  json: {
    value: null,
    help: 'print one line of JSON on stdout when ready',
    read(draft) {
      draft.json = true
    },
  },
  'tls-cert': {
    value: 'FILE',
    help: 'certificate for TLS on the same port, PEM (made once, locally)',
    read: into('tlsCert'),
  },
  'tls-key': { value: 'FILE', help: 'its key, PEM', read: into('tlsKey') },
  'secret-key': {
    value: 'FILE',
    help: '32 bytes in base64 or hex that encrypt stored secrets (GUILDHALL_SECRET_KEY, or one in the data folder)',
    read: into('secretKeyFile'),
  },
  'keep-secrets': {
    value: null,
    help: 'print the tokens of the first start at later starts too (only for the demo world on this machine)',
    read(draft) {
      draft.keepSecrets = true
    },
  },
  'database-url': {
    value: 'URL',
    help: 'PostgreSQL instead of the embedded store',
    read(draft, value) {
      // The value may hold a password, so that it is not shown here nor in what follows.
      if (!hasProtocol(value, ['postgres:', 'postgresql:']))
        return 'must be an address like postgres://user:password@host/database'
      draft.databaseUrl = value
    },
  },
  'bus-url': {
    value: 'URL',
    help: 'NATS between nodes (in this process)',
    read(draft, value) {
      if (!hasProtocol(value, ['nats:', 'tls:', 'ws:', 'wss:'])) return 'must be an address like nats://host:4222'
      draft.busUrl = value
    },
  },
  'voice-udp': {
    value: 'HOST:PORT',
    help: 'where voice packets are received; port 0 picks a free one (the listen host, a free port)',
    read(draft, value) {
      const address = hostAndPort(value)
      if (!address) return `takes an address such as 0.0.0.0:50000, not ${JSON.stringify(value)}`
      draft.voiceUdp = address
    },
  },
  'voice-announce': {
    value: 'HOST:PORT',
    help: 'the address of voice packets that clients are told, where it is another (the same)',
    read(draft, value) {
      const address = hostAndPort(value)
      if (!address || address.port === 0)
        return `takes an address such as 203.0.113.7:50000, not ${JSON.stringify(value)}`
      draft.voiceAnnounce = address
    },
  },
  'activities-domain': {
    value: 'NAME',
    help: 'embedded activities live at {application id}.NAME (activities.localhost with the port)',
    read(draft, value) {
      if (!isActivitiesDomain(value))
        return `takes a host such as activities.example.com or activities.test:7700, not ${JSON.stringify(value)}`
      draft.activitiesDomain = value.toLowerCase()
    },
  },
  'local-client': {
    value: 'NAME',
    help: 'serve the games on this computer for that person: RPC over IPC (none)',
    read(draft, value) {
      draft.localClient = value
      return undefined
    },
  },
  consent: consentOption,
  'trust-proxy': {
    value: 'ADDRESSES',
    help: 'proxies whose X-Forwarded-For is believed: addresses and networks, with commas (none)',
    read(draft, value) {
      const entries = value.split(',').map((entry) => entry.trim())
      const faulty = faultyProxy(entries)
      if (faulty !== undefined)
        return `takes addresses and networks such as 127.0.0.1,10.0.0.0/8, not ${JSON.stringify(faulty)}`
      draft.trustProxy = entries
    },
  },
  'connections-per-address': {
    value: 'N',
    help: 'open connections of one address, proxies excepted (4000)',
    read(draft, value) {
      if (!/^[1-9]\d{0,6}$/.test(value)) return `must be a number from 1 on, not ${JSON.stringify(value)}`
      draft.connectionsPerAddress = Number(value)
    },
  },
  'log-level': {
    value: 'LEVEL',
    help: `${LOG_LEVELS.join(', ')} (warn); info: a line for each request, debug: gateway messages too`,
    read(draft, value) {
      const level = LOG_LEVELS.find((entry) => entry === value)
      if (!level) return oneOf(LOG_LEVELS, value)
      draft.logLevel = level
    },
  },
}

const COMMANDS = ['start', 'run', 'env', 'client', 'files', 'help']
/** Options that `files` takes besides `--delete`. */
const FILES_OPTIONS = ['data', 'database-url', 'secret-key']
const SHORT: Record<string, string> = { '-h': '--help', '-v': '--version', '-V': '--version' }

/** Reads the arguments after the program's name. Pure; of an option given twice the last one counts. */
export function parseCommandLine(argv: readonly string[], { env, version }: CommandLineSurroundings): CommandLine {
  // The command after `--` has options of its own.
  const [own, command] = splitAt(argv, '--')
  const args = own.map((entry) => SHORT[entry] ?? entry)
  const [first] = args
  if (first === undefined || args.includes('--help') || first === 'help') return { command: 'help', text: helpText() }
  if (args.includes('--version')) return { command: 'help', text: `guildhall ${version}` }
  if (first === 'run') {
    const options = parseRunOptions(args.slice(1), command)
    return typeof options === 'string' ? refusal(options) : { command: 'run', options }
  }
  if (command !== null) return refusal('Only the command run takes --')
  if (first === 'files') return parseFiles(args.slice(1), env)
  if (first === 'env') {
    const options = parseEnvOptions(args.slice(1))
    return typeof options === 'string' ? refusal(options) : { command: 'env', options }
  }
  if (first === 'client') {
    const options = parseClientOptions(args.slice(1))
    return typeof options === 'string' ? refusal(options) : { command: 'client', options }
  }
  if (!first.startsWith('-') && first !== 'start') {
    return refusal(`There is no command ${JSON.stringify(first)}${suggestion(first, COMMANDS)}`)
  }
  const draft = blank()
  const wrong =
    readOptions(first === 'start' ? args.slice(1) : args, draft, OPTIONS) ??
    together(draft) ??
    readEnvironment(draft, env)
  return wrong === undefined ? { command: 'start', options: finished(draft) } : refusal(wrong)
}

function parseFiles(args: readonly string[], env: CommandLineSurroundings['env']): CommandLine {
  const others = args.filter((arg) => arg !== '--delete')
  const names = others.filter((arg) => arg.startsWith('--')).map((arg) => arg.slice(2).split('=')[0] ?? '')
  const foreign = names.find((name) => Object.hasOwn(OPTIONS, name) && !FILES_OPTIONS.includes(name))
  if (foreign !== undefined) return refusal(`The command files has no option --${foreign}`)
  const draft = blank()
  const wrong = readOptions(others, draft, OPTIONS) ?? readEnvironment(draft, env)
  if (wrong !== undefined) return refusal(wrong)
  return { command: 'files', options: finished(draft), remove: others.length < args.length }
}

function blank(): Draft {
  return {
    port: 7700,
    host: '127.0.0.1',
    data: './.guildhall',
    world: null,
    rateLimits: 'documented',
    outgoing: 'anywhere',
    json: false,
    tlsCert: null,
    tlsKey: null,
    secretKeyFile: null,
    keepSecrets: false,
    databaseUrl: null,
    busUrl: null,
    logLevel: 'warn',
    voiceUdp: null,
    voiceAnnounce: null,
    activitiesDomain: null,
    localClient: null,
    consent: 'ask',
    trustProxy: [],
  }
}

function finished({ tlsCert, tlsKey, ...options }: Draft): StartOptions {
  return { ...options, tls: tlsCert !== null && tlsKey !== null ? { cert: tlsCert, key: tlsKey } : 'local' }
}

/** Reads `HOST:PORT`, with an IPv6 address in brackets. Returns null for anything else. */
function hostAndPort(value: string): HostAndPort | null {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]/]+)):(\d{1,5})$/.exec(value) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  return host === undefined || port > PORT_MAX ? null : { host, port }
}

function hasProtocol(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol)
}

function together(draft: Draft): string | undefined {
  if ((draft.tlsCert === null) === (draft.tlsKey === null)) return undefined
  return draft.tlsCert === null ? '--tls-key needs --tls-cert too' : '--tls-cert needs --tls-key too'
}

const PIN_SPLIT_DATE = 'GUILDHALL_PIN_SPLIT_DATE'

function readEnvironment(draft: Draft, env: CommandLineSurroundings['env']): string | undefined {
  const date = env[PIN_SPLIT_DATE]
  // Shells and compose files set what they do not know to nothing.
  if (date === undefined || date === '') return undefined
  try {
    datedChanges({ pin_split_date: date })
  } catch (error) {
    return `${PIN_SPLIT_DATE}: ${(error as Error).message}`
  }
  draft.pinSplitDate = date
  return undefined
}

function refusal(text: string): CommandLine {
  return { command: 'error', text: `${text}${/[.?]$/.test(text) ? '' : '.'}\nSee guildhall --help.` }
}

function helpText(): string {
  const rows: [string, string][] = [...optionRows(OPTIONS), ['--help', 'this page'], ['--version', 'the version']]
  const width = Math.max(...[...rows, ...clientOptionRows, ...runOptionRows].map(([option]) => option.length))
  const lines = (list: readonly [string, string][]) =>
    list.map(([option, help]) => `  ${option.padEnd(width)}  ${help}`)
  return [
    'Guildhall: a platform of your own for bots, apps, activities and games.',
    '',
    '  guildhall start [options]      npm start -- [options] from a checkout',
    '  guildhall run [options] -- COMMAND   run a program of the public platform, unchanged, against this one',
    '  guildhall env [options]        print the variables that run sets, and serve until Ctrl+C',
    '  guildhall client [options]     serve the games on this computer for a person: RPC over IPC',
    '  guildhall files [--delete]     list, or delete, stored files that nothing refers to;',
    `                                 takes ${FILES_OPTIONS.map((name) => `--${name}`).join(', ')}; the server must be stopped`,
    '',
    'Options, with what holds without them in brackets:',
    ...lines(rows),
    '',
    'Options of run and env:',
    ...lines(runOptionRows),
    '',
    'Options of client:',
    ...lines(clientOptionRows),
    '',
    `${PIN_SPLIT_DATE} in the environment: 2026-01-12 or 2026-02-23 (the later).`,
  ].join('\n')
}
