import { datedChanges, type Instant, instant } from '@guildhall/protocol'
import type { HostAndPort } from '../../platform/open-voice.ts'
import type { TelemetryOptions } from '../../platform/telemetry/telemetry.ts'
import { readTelemetry } from '../../platform/telemetry/telemetry-variables.ts'
import { isActivitiesDomain } from '../../transports/activities/activity-host.ts'
import { faultyProxy } from '../../transports/client-address.ts'
import { parseS3Url } from '../../validation/s3-url.ts'
import type { Given } from '../command.ts'
import type { ConsentOption } from '../terminal/consent.ts'
import { consentOption } from './consent-option.ts'
import { readVariables } from './environment.ts'
import { NO_NODE, NODE_OPTIONS, type NodeDraft, nodeFault } from './node-options.ts'
import { bytesOption, isWebAddress, switchOption, textOption, wordOption } from './option-kinds.ts'
import { type Options, oneOf, readOptions } from './option-reader.ts'
import { readSettings } from './setting-options.ts'

export interface StartOptions extends NodeDraft {
  /** 0 picks a free one. */
  port: number
  host: string
  /** Origin by which people reach the platform; null for the listen address. */
  publicUrl: string | null
  /** Whether an empty store gets the demo world in public too. */
  demo?: boolean
  /** A folder, or `:memory:`. */
  data: string
  /** A world file; null for the demo world. */
  world: string | null
  /** Platform date at the start. Default: now. */
  date?: Instant
  rateLimits: 'documented' | 'off'
  /** Addresses that requests to application servers may reach. */
  outgoing: 'anywhere' | 'public'
  /** One line of JSON when ready, instead of the page for people. */
  json: boolean
  tls: 'local' | { cert: string; key: string }
  /** Whether the control API is served at a public listen address and behind a proxy too. */
  control?: boolean
  /** Whether the tape records from the start. */
  tape?: boolean
  /** File with the key that secrets are stored under; null for `GUILDHALL_SECRET_KEY` or one in the data folder. */
  secretKeyFile: string | null
  /** The first world's secrets stay readable after the first ready line. */
  keepSecrets: boolean
  /** Bytes of files that a person, and a guild, may have; null for no limit. */
  quotaPersonBytes?: number | null
  quotaGuildBytes?: number | null
  /** Bytes of the disk that uploads leave free. */
  diskReserveBytes?: number | null
  databaseUrl: string | null
  /** Folder or bucket of files; null for the data folder. */
  filesUrl: string | null
  logLevel: LogLevel
  /** Address of a second port with metrics and health; null for none. */
  metrics: HostAndPort | null
  /** Collector that traces, metrics and the log are sent to by OTLP; null for none. */
  telemetry: TelemetryOptions | null
  /** Address of the socket for voice packets; null for a free port of the listen address. */
  voiceUdp: HostAndPort | null
  /** Address of voice packets as clients reach it; null for the same. */
  voiceAnnounce: HostAndPort | null
  /** Whether the port takes voice packets of browsers too, or its address as browsers reach it. */
  voiceTcp: 'on' | 'off' | HostAndPort
  /** File with STUN and TURN servers; null for none. */
  voiceIceServers: string | null
  /** Host under which each activity has its own name; null for `activities.localhost` with the port. */
  activitiesDomain: string | null
  /** Origins of pages of games that read the API with tokens of players. */
  gameOrigins: readonly string[]
  /** Name of the person whose local client runs in the same process; null for none. */
  localClient: string | null
  /** Decision of that client about requests of games. */
  consent: ConsentOption
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustProxy: readonly string[]
  /** Open connections of one address; undefined for the default. */
  connectionsPerAddress?: number
  /** Settings of the instance that the environment gives. */
  settings: Record<string, unknown>
  /** Folder to which mails are written; null to send them. */
  mailDir: string | null
  /** One of the two documented dates. Default: the later. [PRM-14] */
  pinSplitDate?: string
}

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Parsed options, before combinations are checked. */
export interface StartDraft extends Omit<StartOptions, 'tls'> {
  tlsCert: string | null
  tlsKey: string | null
}

const PORT_MAX = 65_535

/** Every option of `start`, in the order of the help. */
export const START_OPTIONS: Options<StartDraft> = {
  port: {
    value: 'N',
    help: 'one TCP port for everything; 0 picks a free one (7700)',
    read(draft, value) {
      const port = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
      if (!(port <= PORT_MAX)) return `must be a port number from 0 to ${PORT_MAX}, not ${JSON.stringify(value)}`
      draft.port = port
    },
  },
  host: textOption('host', { value: 'H', help: 'listen address (127.0.0.1)' }),
  'public-url': {
    value: 'URL',
    help: 'public address, such as https://chat.example; every link begins with it (the listen address)',
    read(draft, value) {
      const origin = originOf(value)
      if (origin === null)
        return `takes an address without a path, such as https://chat.example, not ${JSON.stringify(value)}`
      draft.publicUrl = origin
    },
  },
  data: textOption('data', { value: 'DIR', help: 'data folder; :memory: keeps nothing (./.guildhall)' }),
  world: textOption('world', {
    value: 'FILE',
    help: 'JSON or YAML: the world file applied at the first start (a small demo world)',
  }),
  'mail-dir': textOption('mailDir', {
    value: 'DIR',
    help: 'write each mail to a folder as an .eml file instead of sending it (none)',
  }),
  demo: switchOption('demo', 'fill an empty store with the demo world in public too (only on this machine)'),
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
  'rate-limits': wordOption(
    'rateLimits',
    ['documented', 'off'],
    'off loosens every rate limit, for load tests (documented)',
  ),
  outgoing: wordOption(
    'outgoing',
    ['anywhere', 'public'],
    'public: applications on this machine and in its network are not called (anywhere)',
  ),
  json: switchOption('json', 'print one line of JSON on stdout when ready'),
  'tls-cert': textOption('tlsCert', {
    value: 'FILE',
    help: 'certificate for TLS on the same port, PEM (made once, locally)',
  }),
  'tls-key': textOption('tlsKey', { value: 'FILE', help: 'its key, PEM' }),
  control: switchOption(
    'control',
    'serve the control API at a public listen address and behind a proxy too (only on this machine)',
  ),
  tape: switchOption(
    'tape',
    'record requests, gateway frames and events from the start (when guildhall tail or the inspector asks)',
  ),
  'secret-key': {
    ...textOption('secretKeyFile', {
      value: 'FILE',
      help: '32 bytes in base64 or hex that encrypt stored secrets (GUILDHALL_SECRET_KEY, or one in the data folder)',
    }),
    namesSecret: true,
  },
  'keep-secrets': switchOption(
    'keepSecrets',
    'print the tokens of the first start at later starts too (only for the demo world on this machine)',
  ),
  'quota-person-bytes': bytesOption('quotaPersonBytes', 'files of one person or bot (5GiB)'),
  'quota-guild-bytes': bytesOption('quotaGuildBytes', 'files of one guild (20GiB)'),
  'disk-reserve-bytes': bytesOption('diskReserveBytes', 'room that uploads leave free on the disk (1GiB)'),
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
  'files-url': {
    value: 'DIR|s3://…',
    help: 'folder of files, or s3://BUCKET[/PREFIX] with the variables AWS_… (files/ in the data folder)',
    read(draft, value) {
      // The value is not shown: some programs put keys into such addresses.
      if (value.includes('://') && parseS3Url(value) === null) return 'takes a folder or s3://BUCKET[/PREFIX]'
      draft.filesUrl = value
    },
  },
  ...NODE_OPTIONS,
  metrics: {
    value: 'HOST:PORT',
    help: 'a second port with /metrics, /healthz and /readyz, without a key (none)',
    read(draft, value) {
      const address = hostAndPort(value)
      if (!address) return `takes an address such as 127.0.0.1:9464, not ${JSON.stringify(value)}`
      draft.metrics = address
    },
  },
  'voice-udp': {
    value: 'HOST:PORT',
    help: 'address that receives voice packets; port 0 picks a free one (the listen host, a free port)',
    read(draft, value) {
      const address = hostAndPort(value)
      if (!address) return `takes an address such as 0.0.0.0:50000, not ${JSON.stringify(value)}`
      draft.voiceUdp = address
    },
  },
  'voice-announce': {
    value: 'HOST:PORT',
    help: 'the address of voice packets that clients receive, if it differs (the same)',
    read(draft, value) {
      const address = hostAndPort(value)
      if (!address || address.port === 0)
        return `takes an address such as 203.0.113.7:50000, not ${JSON.stringify(value)}`
      draft.voiceAnnounce = address
    },
  },
  'voice-tcp': {
    value: 'on|off|HOST:PORT',
    help: 'voice of browsers without UDP on the port of HTTP; or the address by which they reach that port (on)',
    read(draft, value) {
      const address = value === 'on' || value === 'off' ? value : hostAndPort(value)
      if (!address || (typeof address === 'object' && address.port === 0))
        return `takes on, off or an address such as 203.0.113.7:7700, not ${JSON.stringify(value)}`
      draft.voiceTcp = address
    },
  },
  'voice-ice-servers': textOption('voiceIceServers', {
    value: 'FILE',
    help: 'JSON list of STUN and TURN servers that browsers use in calls (none)',
  }),
  'activities-domain': {
    value: 'NAME',
    help: 'embedded activities live at {application id}.NAME (activities.localhost with the port)',
    read(draft, value) {
      if (!isActivitiesDomain(value))
        return `takes a host such as activities.example.com or activities.test:7700, not ${JSON.stringify(value)}`
      draft.activitiesDomain = value.toLowerCase()
    },
  },
  'game-origins': {
    value: 'ORIGINS',
    help: 'pages of games that read the API with tokens of players: origins, with commas (none)',
    read(draft, value) {
      const origins = value.split(',').map((entry) => originOf(entry.trim()))
      if (origins.includes(null)) return `takes origins such as https://game.example, not ${JSON.stringify(value)}`
      draft.gameOrigins = origins.flatMap((origin) => origin ?? [])
    },
  },
  'local-client': textOption('localClient', {
    value: 'NAME',
    help: 'serve the games on this computer for that person: RPC over IPC (none)',
  }),
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
    values: LOG_LEVELS,
    help: `${LOG_LEVELS.join(', ')} (warn); info: a line for each request, debug: gateway messages too`,
    read(draft, value) {
      const level = LOG_LEVELS.find((entry) => entry === value)
      if (!level) return oneOf(LOG_LEVELS, value)
      draft.logLevel = level
    },
  },
}
/** Parses the arguments after `start`; they win over the environment. Returns the fault as text. */
export function parseStartOptions({ args, env }: Pick<Given, 'args' | 'env'>): { options: StartOptions } | string {
  const draft = blankStart()
  const wrong =
    readVariables(env, draft, START_OPTIONS) ??
    readSettings(env, draft) ??
    readOptions(args, draft, START_OPTIONS) ??
    together(draft) ??
    nodeFault(draft, (env.GUILDHALL_SECRET_KEY ?? '') !== '') ??
    readSplitDate(draft, env) ??
    readTelemetryVariables(draft, env)
  return wrong ?? { options: finished(draft) }
}

/** Returns the options of a start without arguments. */
export function blankStart(): StartDraft {
  return {
    port: 7700,
    host: '127.0.0.1',
    publicUrl: null,
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
    filesUrl: null,
    ...NO_NODE,
    logLevel: 'warn',
    metrics: null,
    telemetry: null,
    voiceUdp: null,
    voiceAnnounce: null,
    voiceTcp: 'on',
    voiceIceServers: null,
    activitiesDomain: null,
    gameOrigins: [],
    localClient: null,
    consent: 'ask',
    trustProxy: [],
    settings: {},
    mailDir: null,
  }
}

function finished({ tlsCert, tlsKey, ...options }: StartDraft): StartOptions {
  return { ...options, tls: tlsCert !== null && tlsKey !== null ? { cert: tlsCert, key: tlsKey } : 'local' }
}

/** Reads `HOST:PORT`, with an IPv6 address in brackets. Returns null for anything else. */
function hostAndPort(value: string): HostAndPort | null {
  const [, bracketed, plain, digits] = /^(?:\[([0-9a-fA-F:.]+)\]|([^\s:[\]/]+)):(\d{1,5})$/.exec(value) ?? []
  const host = bracketed ?? plain
  const port = Number(digits)
  return host === undefined || port > PORT_MAX ? null : { host, port }
}

/** Returns the origin that an http or https address names; null for one with a path, a query or a password. */
function originOf(value: string): string | null {
  if (!isWebAddress(value)) return null
  const { origin, href } = new URL(value)
  return href === `${origin}/` ? origin : null
}

function hasProtocol(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol)
}

function together(draft: StartDraft): string | undefined {
  if ((draft.tlsCert === null) === (draft.tlsKey === null)) return undefined
  return draft.tlsCert === null ? '--tls-key needs --tls-cert too' : '--tls-cert needs --tls-key too'
}

function readTelemetryVariables(draft: StartDraft, env: Given['env']): string | undefined {
  const read = readTelemetry(env)
  if (typeof read === 'string') return read
  draft.telemetry = read
  return undefined
}

export const PIN_SPLIT_DATE = 'GUILDHALL_PIN_SPLIT_DATE'

function readSplitDate(draft: StartDraft, env: Given['env']): string | undefined {
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
