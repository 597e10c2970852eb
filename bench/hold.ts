/** Very many sessions held for minutes, each with its heartbeats: none may be lost. */
import { type Bench, type Measured, openAll, verdict, withGuildhall } from './bench.ts'
import { pause, rssBytes } from './measure.ts'
import type { Counted } from './sessions.ts'

const ADDRESSES = 4
const LOOK_EVERY_MS = 10_000

export async function measureHold(bench: Bench): Promise<Measured> {
  const { holdSessions: count, holdMinutes } = bench.options
  const files = { one: 'sessions.ts', other: 'sessions.ts' }
  return await withGuildhall(bench, files, async (guildhall, { one, other }) => {
    const empty = rssBytes(guildhall.pid)
    const half = Math.ceil(count / 2)
    const where = { ...guildhall.gateway, addresses: ADDRESSES }
    await Promise.all([openAll(one, where, half), openAll(other, where, count - half)])
    await guildhall.loopDelay()
    const until = performance.now() + holdMinutes * 60_000
    let lost = 0
    while (performance.now() < until && lost === 0) {
      await pause(Math.min(LOOK_EVERY_MS, until - performance.now()))
      const counted = await Promise.all([one.call<Counted>('counted'), other.call<Counted>('counted')])
      lost = counted.reduce((sum, { closed }) => sum + closed, 0)
    }
    const loop = await guildhall.loopDelay()
    const rssMb = (rssBytes(guildhall.pid) - empty) / 2 ** 20
    const table = {
      title: `${count} sessions held for ${holdMinutes} minutes with heartbeats`,
      columns: ['sessions', 'lost', 'RSS MB more', 'KB a session', 'loop p99 ms', 'loop max ms', ''],
      rows: [[String(count), lost, rssMb, (rssMb * 1024) / count, loop.p99Ms, loop.maxMs, verdict(lost, 0)]],
    }
    return { figures: { count, holdMinutes, lost, rssMb, loop }, tables: [table] }
  })
}
