import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

export const SECTIONS = ['fanout', 'rest', 'memory', 'start', 'storm', 'latency'] as const
export type Section = (typeof SECTIONS)[number]

export interface Options {
  quick: boolean
  sections: readonly Section[]
  /** How many sessions fan-out is measured with, one after the other. */
  fanOutSessions: readonly number[]
  /** How many sessions memory and the identify storm open. */
  manySessions: number
  latencySessions: number
  /** How long one figure is measured. */
  durationMs: number
  /** How often each fan-out figure is taken; the median counts. */
  rounds: number
  /** The program that is measured. */
  server: string
}

export const USAGE = `npm run bench -- [options]
  --quick          less of everything: for a look, not for figures to quote
  --only a,b       of ${SECTIONS.join(', ')}
  --sessions N     this many sessions wherever sessions are opened
  --server FILE    another checkout's packages/server/bin/guildhall.js`

const SESSIONS_MAX = 15_000 // a client address has about 28 000 ports, and two servers share them

/** Reads the command line; throws with the reason when it cannot be meant. */
export function readOptions(args: readonly string[]): Options | 'help' {
  const { values } = parseArgs({
    args: [...args],
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      sessions: { type: 'string' },
      server: {
        type: 'string',
        default: fileURLToPath(new URL('../packages/server/bin/guildhall.js', import.meta.url)),
      },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const sections = values.only?.split(',').map(section) ?? SECTIONS
  const sessions = values.sessions === undefined ? undefined : Number(values.sessions)
  if (sessions !== undefined && !(Number.isInteger(sessions) && sessions >= 1 && sessions <= SESSIONS_MAX)) {
    throw new Error(`--sessions is a number from 1 to ${SESSIONS_MAX}`)
  }
  const { quick, server } = values
  return {
    quick,
    server,
    sections,
    fanOutSessions: sessions ? [sessions] : quick ? [100, 500] : [100, 500, 2000],
    manySessions: sessions ?? (quick ? 500 : 2000),
    latencySessions: sessions ?? (quick ? 200 : 500),
    durationMs: quick ? 1000 : 3000,
    rounds: quick ? 1 : 3,
  }
}

function section(name: string): Section {
  const found = SECTIONS.find((known) => known === name)
  if (!found) throw new Error(`--only takes ${SECTIONS.join(', ')}, not ${name}`)
  return found
}
