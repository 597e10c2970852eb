import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** Sections that run by default. */
const USUAL = [
  'fanout',
  'compression',
  'rest',
  'paths',
  'memory',
  'start',
  'storm',
  'players',
  'lobbies',
  'latency',
  'interactions',
  'social-sdk',
  'webhookevents',
  'voice',
  'worlds',
  'tape',
] as const
/** Sections that take minutes, or very many sockets. */
const LONG = ['backup', 'cluster', 'growth', 'hold', 'log', 'moves', 'retention', 'search', 'soak', 'web'] as const
export const SECTIONS = [...USUAL, ...LONG] as const
export type Section = (typeof SECTIONS)[number]

export interface Options {
  quick: boolean
  sections: readonly Section[]
  /** Sessions of the fan-out measurements, one after the other. */
  fanOutSessions: readonly number[]
  /** Sessions that the identify storm opens at once. */
  stormSessions: number
  /** Sessions of the memory measurement. With that many, constant costs do not matter. */
  memorySessions: number
  latencySessions: number
  /** Webhook events that wait for each game. */
  webhookEvents: number
  /** Members of the lobby, each with a session. */
  lobbyMembers: number
  compressedSessions: number
  growthSessions: readonly number[]
  growthMembers: readonly number[]
  holdSessions: number
  holdMinutes: number
  /** Messages that are searched, and searches of each kind. */
  searchMessages: number
  searches: number
  /** Messages of the store that is backed up, and of the one that retention empties. */
  backupMessages: number
  /** Messages that the web app holds. */
  webMessages: number
  /** Number of drawn requests after which memory is compared, and number of readings meanwhile. */
  soakRequests: number
  soakStep: number
  /** Duration of one figure's measurement, in ms. */
  durationMs: number
  /** Rounds of each fan-out figure; the median counts. */
  rounds: number
  /** Rounds of each request path, their length, and the length of the warm-up, in ms. */
  pathRounds: number
  pathMs: number
  pathWarmUpMs: number
  /** Warm-up of each process of a cluster, in ms. One that still compiles its program costs up to twice as much. */
  nodeWarmUpMs: number
  /** The program that is measured. */
  server: string
  /** Another checkout's program that \`paths\` measures in turn; null for none. */
  beside: string | null
  /** PostgreSQL server on which each start gets its own database; null for the embedded store. */
  databaseUrl: string | null
}

export const USAGE = `npm run bench -- [options]
  --quick          less of everything: for a look, not for figures to quote
  --only a,b       of ${USUAL.join(', ')}; and of ${LONG.join(', ')}, which take minutes
  --sessions N     this many sessions wherever sessions are opened
  --minutes N      how long \`hold\` holds them
  --database-url U  PostgreSQL instead of the embedded store, except where rows are seeded
  --server FILE    another checkout's packages/server/bin/guildhall.js`

/** Members that a lobby can have. */
const LOBBY_MEMBERS_MAX = 1_000
/** Files that a process may open on most systems. */
const SESSIONS_MAX = 30_000

/**
 * Reads the command line.
 * @throws with the reason for options that are not valid
 */
export function readOptions(args: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      sessions: { type: 'string' },
      minutes: { type: 'string' },
      server: {
        type: 'string',
        default: fileURLToPath(new URL('../packages/server/bin/guildhall.js', import.meta.url)),
      },
      beside: { type: 'string' },
      'database-url': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const sections = values.only?.split(',').map(section) ?? USUAL
  const sessions = values.sessions === undefined ? undefined : Number(values.sessions)
  if (sessions !== undefined && !(Number.isInteger(sessions) && sessions >= 1 && sessions <= SESSIONS_MAX)) {
    throw new Error(`--sessions is a number from 1 to ${SESSIONS_MAX}`)
  }
  const minutes = values.minutes === undefined ? undefined : Number(values.minutes)
  if (minutes !== undefined && !(minutes > 0 && minutes <= 60)) throw new Error('--minutes is a number up to 60')
  const { quick, server } = values
  return {
    quick,
    server,
    beside: values.beside ?? null,
    databaseUrl: values['database-url'] ?? null,
    sections,
    fanOutSessions: sessions ? [sessions] : quick ? [200] : [500, 2000],
    stormSessions: sessions ?? (quick ? 500 : 2000),
    memorySessions: sessions ?? (quick ? 1000 : 10_000),
    lobbyMembers: Math.min(sessions ?? (quick ? 200 : 1_000), LOBBY_MEMBERS_MAX),
    latencySessions: sessions ?? (quick ? 200 : 500),
    webhookEvents: quick ? 500 : 5_000,
    compressedSessions: sessions ?? (quick ? 50 : 200),
    growthSessions: quick ? [100, 500] : [100, 1_000, 10_000],
    growthMembers: quick ? [10, 10_000] : [10, 1_000, 1_000_000],
    holdSessions: sessions ?? (quick ? 1_000 : 20_000),
    holdMinutes: minutes ?? (quick ? 1 : 10),
    searchMessages: quick ? 100_000 : 1_000_000,
    searches: quick ? 50 : 200,
    backupMessages: quick ? 50_000 : 1_000_000,
    webMessages: quick ? 1_000 : 10_000,
    soakRequests: quick ? 20_000 : 250_000,
    soakStep: quick ? 5_000 : 25_000,
    durationMs: quick ? 1000 : 2000,
    rounds: quick ? 1 : 3,
    pathRounds: quick ? 3 : 9,
    pathMs: quick ? 500 : 800,
    pathWarmUpMs: quick ? 1_000 : 2_000,
    nodeWarmUpMs: quick ? 2_000 : 15_000,
  }
}

function section(name: string): Section {
  const found = SECTIONS.find((known) => known === name)
  if (!found) throw new Error(`--only takes ${SECTIONS.join(', ')}, not ${name}`)
  return found
}
