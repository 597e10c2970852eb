/**
 * Growth: whether a delivery costs the same for any number of sessions and any size of guild; and a large guild's
 * member list.
 */
import { type Bench, type Measured, verdict, withGuildhall } from './bench.ts'
import type { Worker } from './children.ts'
import { bothSides, openBoth, pairs, summary, WORKERS, weighMessages } from './fan-out-load.ts'
import type { Guildhall } from './guildhall.ts'
import { cpuMicros, rssBytes } from './measure.ts'
import type { Table } from './table.ts'

const POSTERS = 1
/** Sessions that watch the growing guilds. */
const WATCHING = 200
const FLAT = 1.2
const LOOP_HELD_MS = 10

export async function measureGrowth(bench: Bench): Promise<Measured> {
  const bySessions = await inSessions(bench)
  const byMembers = []
  for (const members of bench.options.growthMembers) byMembers.push(await inMembers(bench, members))
  return {
    figures: { bySessions, byMembers },
    tables: [
      growthTable(
        'sessions',
        bySessions.map((line) => ({ ...line, size: line.sessions })),
      ),
      growthTable(
        `members, ${WATCHING} sessions`,
        byMembers.map((line) => ({ ...line, size: line.members })),
      ),
      chunksTable(byMembers),
    ],
  }
}

async function inSessions(bench: Bench) {
  return await withGuildhall(bench, WORKERS, async (guildhall, workers) => {
    const { durationMs, growthSessions, rounds } = bench.options
    const sides = await bothSides(guildhall, workers)
    await weighMessages(sides, { durationMs, posters: POSTERS })
    const lines = []
    let open = 0
    for (const sessions of growthSessions) {
      await openBoth(sides, sessions - open, { addresses: 4 })
      open = sessions
      lines.push({ sessions, ...summary(await pairs(sides, { durationMs, posters: POSTERS, sessions }, rounds)) })
    }
    return lines
  })
}

async function inMembers(bench: Bench, members: number) {
  const run = async (guildhall: Guildhall, workers: Record<keyof typeof WORKERS, Worker>) => {
    const { durationMs, rounds } = bench.options
    const sides = await bothSides(guildhall, workers)
    await weighMessages(sides, { durationMs, posters: POSTERS })
    await openBoth(sides, WATCHING)
    const fanOut = summary(await pairs(sides, { durationMs, posters: POSTERS, sessions: WATCHING }, rounds))
    return { members, ...fanOut, chunks: await allMembers(guildhall, workers.sessions) }
  }
  return await withGuildhall(bench, WORKERS, run, { members, watched: true })
}

/** One session asks for all members. */
async function allMembers(guildhall: Guildhall, sessions: Worker) {
  await guildhall.loopDelay()
  const before = { cpu: cpuMicros(guildhall.pid), rss: rssBytes(guildhall.pid) }
  const { chunks, ms } = await sessions.call<{ chunks: number; ms: number }>(
    'members',
    { guildId: guildhall.guildId },
    120_000,
  )
  const loop = await guildhall.loopDelay()
  const rssMb = (rssBytes(guildhall.pid) - before.rss) / 2 ** 20
  return { chunks, ms, cpuMs: (cpuMicros(guildhall.pid) - before.cpu) / 1000, rssMb, loop }
}

interface Line extends ReturnType<typeof summary> {
  size: number
}

function growthTable(what: string, lines: readonly Line[]): Table {
  const first = lines[0]?.ratio ?? Number.NaN
  return {
    title: `CPU of a delivery as ${what} grow`,
    columns: [what, 'bare µs', 'ours µs', 'ratio', 'to the first', ''],
    rows: lines.map(({ size, bareMicros, micros, ratio }) => [
      String(size),
      bareMicros,
      micros,
      ratio,
      ratio / first,
      verdict(ratio / first, FLAT),
    ]),
    notes: ['each beside the bare server with as many sockets, whose caches are as cold'],
  }
}

function chunksTable(lines: readonly Awaited<ReturnType<typeof inMembers>>[]): Table {
  return {
    title: 'All members of a guild, asked for by one session',
    columns: ['members', 'chunks', 'ms', 'CPU ms', 'RSS MB more', 'loop p99 ms', 'loop max ms', ''],
    rows: lines.map(({ members, chunks: { chunks, ms, cpuMs, rssMb, loop } }) => [
      String(members),
      String(chunks),
      ms,
      cpuMs,
      rssMb,
      loop.p99Ms,
      loop.maxMs,
      verdict(loop.maxMs, LOOP_HELD_MS),
    ]),
  }
}
