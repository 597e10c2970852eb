/** All sessions connect at once, as after a restart: from connect to GUILD_CREATE. */
import { type Bench, listenBare, type Measured, openAll, verdict, withGuildhall } from './bench.ts'
import type { Worker } from './children.ts'
import type { Guildhall, Where } from './guildhall.ts'
import { cpuMicros } from './measure.ts'

/** Connects at once, except for the bound of a listening socket's queue. */
const concurrencyOf = (count: number) => Math.min(count, 2_000)
const LOOP_LATE_MS = 50
const WARM_UP = 200
/** Sessions that few connectors open one after the other, as a bot starts its shards. */
const STEADY = { sessions: 500, connectors: 16 }

export async function measureIdentifyStorm(bench: Bench): Promise<Measured> {
  const files = { bare: 'bare-server.ts', bareSessions: 'sessions.ts', sessions: 'sessions.ts' }
  const run = async (guildhall: Guildhall, { bare, bareSessions, sessions }: Record<keyof typeof files, Worker>) => {
    const count = bench.options.stormSessions
    const { gateway } = await listenBare(bare)
    const limit = await storm(bare.pid, bareSessions, gateway, count)
    const ours = await storm(guildhall.pid, sessions, guildhall.gateway, count, () => guildhall.loopDelay())
    const loop = await guildhall.loopDelay()
    await Promise.all([bareSessions.call('close'), sessions.call('close')])
    const { sessions: few, connectors } = STEADY
    const steadyLimit = await storm(bare.pid, bareSessions, gateway, few, undefined, connectors)
    const steady = await storm(guildhall.pid, sessions, guildhall.gateway, few, undefined, connectors)
    const row = (name: string, figures: typeof ours) => [
      name,
      figures.perSecond,
      figures.p50Ms,
      figures.p99Ms,
      figures.cpuMicrosPerSession,
    ]
    const table = {
      title: `${count} sessions at once: connect to GUILD_CREATE (bare: to the upgrade)`,
      columns: ['', 'sessions /s', 'p50 ms', 'p99 ms', 'CPU µs a session'],
      rows: [
        row('bare upgrade', limit),
        row('Guildhall', ours),
        row(`bare upgrade, ${few} by ${connectors} connectors`, steadyLimit),
        row(`Guildhall, ${few} by ${connectors} connectors`, steady),
      ],
      notes: [
        `Guildhall's event loop was late by ${loop.p99Ms.toFixed(1)} ms (p99), ${loop.maxMs.toFixed(1)} ms (max): ${verdict(loop.p99Ms, LOOP_LATE_MS)}`,
      ],
    }
    return { figures: { sessions: count, bare: limit, guildhall: ours, loop, steadyLimit, steady }, tables: [table] }
  }
  return await withGuildhall(bench, files, run, { watched: true })
}

export async function storm(
  pid: number,
  sessions: Worker,
  where: Where,
  count: number,
  warm: () => unknown = () => undefined,
  concurrency = concurrencyOf(count),
) {
  await openAll(sessions, where, WARM_UP, concurrency)
  await sessions.call('close')
  await warm()
  const cpu = cpuMicros(pid)
  const { ms, p50Ms, p99Ms } = await openAll(sessions, where, count, concurrency)
  return { perSecond: (count / ms) * 1000, p50Ms, p99Ms, cpuMicrosPerSession: (cpuMicros(pid) - cpu) / count }
}
