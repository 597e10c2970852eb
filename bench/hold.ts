/** Holds very many sessions for minutes, each with its heartbeats: none may be lost. */
import { execFileSync } from 'node:child_process'
import { type Bench, type Measured, openAll, verdict, withGuildhall } from './bench.ts'
import type { Worker } from './children.ts'
import type { Guildhall } from './guildhall.ts'
import { pause, rssBytes } from './measure.ts'
import type { Counted } from './sessions.ts'

const ADDRESSES = 4
const LOOK_EVERY_MS = 10_000
const ANSWER_TIMEOUT_MS = 10_000
/** Files that the program has open besides its sessions: store, sockets that listen, runtime. */
const OTHER_FILES = 100
const FILES = { one: 'sessions.ts', other: 'sessions.ts' }

export async function measureHold(bench: Bench): Promise<Measured> {
  const { holdSessions, holdMinutes } = bench.options
  const filesMax = openFilesMax()
  const count = Math.min(holdSessions, filesMax - OTHER_FILES)
  const notes =
    count < holdSessions ? [`not ${holdSessions}: a process may open ${filesMax} files here (ulimit -n)`] : []
  const run = async (guildhall: Guildhall, { one, other }: Record<keyof typeof FILES, Worker>) => {
    const empty = rssBytes(guildhall.pid)
    const half = Math.ceil(count / 2)
    const where = { ...guildhall.gateway, addresses: ADDRESSES }
    await Promise.all([openAll(one, where, half), openAll(other, where, count - half)])
    await guildhall.loopDelay()
    const held = await hold([one, other], holdMinutes)
    const loop = await guildhall.loopDelay()
    const rssMb = (rssBytes(guildhall.pid) - empty) / 2 ** 20
    const table = {
      title: `${count} sessions held for ${held.minutes.toFixed(1)} minutes`,
      columns: ['lost', 'heartbeats', 'unanswered', 'RSS MB more', 'KB a session', 'loop p99 ms', 'loop max ms', ''],
      rows: [
        [
          held.lost,
          String(held.heartbeats),
          held.unanswered,
          rssMb,
          (rssMb * 1024) / count,
          loop.p99Ms,
          loop.maxMs,
          verdict(held.lost + held.unanswered, 0),
        ],
      ],
      notes,
    }
    return { figures: { count, ...held, rssMb, loop }, tables: [table] }
  }
  return await withGuildhall(bench, FILES, run, { watched: true })
}

/** Waits, and at the end waits for the responses that are still due. Ends early when a session is lost. */
async function hold(workers: readonly Worker[], minutes: number) {
  for (const worker of workers) await worker.call('reset', { sample: false })
  const startedAt = performance.now()
  const until = startedAt + minutes * 60_000
  let all = await countAll(workers)
  while (performance.now() < until && all.lost === 0) {
    await pause(Math.min(LOOK_EVERY_MS, until - performance.now()))
    all = await countAll(workers)
  }
  const held = performance.now() - startedAt
  const { heartbeats } = all
  for (const end = performance.now() + ANSWER_TIMEOUT_MS; performance.now() < end && all.answers < heartbeats; ) {
    await pause(100)
    all = await countAll(workers)
  }
  return { minutes: held / 60_000, lost: all.lost, heartbeats, unanswered: Math.max(0, heartbeats - all.answers) }
}

/** Counts heartbeats and their responses: nothing else is sent to these sessions. */
async function countAll(workers: readonly Worker[]) {
  const sum = { lost: 0, heartbeats: 0, answers: 0 }
  for (const counted of await Promise.all(workers.map((worker) => worker.call<Counted>('counted')))) {
    sum.lost += counted.closed
    sum.heartbeats += counted.heartbeats
    sum.answers += counted.others
  }
  return sum
}

function openFilesMax(): number {
  const limit = execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' }).trim()
  return limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit)
}
