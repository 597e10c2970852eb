/** All sessions come at once, as after a restart: connects to GUILD_CREATE. */
import { type Bench, listenBare, type Measured, openAll, withGuildhall } from './bench.ts'
import type { Worker } from './children.ts'
import { cpuMicros } from './measure.ts'
import type { OpenArgs } from './sessions.ts'

const CONCURRENCY = 100
const WARM_UP = 200

export async function measureIdentifyStorm(bench: Bench): Promise<Measured> {
  const files = { bare: 'bare-server.ts', bareSessions: 'sessions.ts', sessions: 'sessions.ts' }
  return await withGuildhall(bench, files, async (guildhall, { bare, bareSessions, sessions }) => {
    const count = bench.options.manySessions
    const { gateway } = await listenBare(bare)
    const limit = await storm(bare.pid, bareSessions, gateway, count)
    const ours = await storm(guildhall.pid, sessions, guildhall.gateway, count)
    const row = (name: string, figures: typeof ours) => [
      name,
      figures.perSecond,
      figures.p50Ms,
      figures.p99Ms,
      figures.cpuMicrosPerSession,
    ]
    const table = {
      title: `${count} sessions at once, ${CONCURRENCY} in flight: connect to GUILD_CREATE (bare: to the upgrade)`,
      columns: ['', 'sessions /s', 'p50 ms', 'p99 ms', 'CPU µs a session'],
      rows: [row('bare upgrade', limit), row('Guildhall', ours)],
    }
    return { figures: { sessions: count, bare: limit, guildhall: ours }, tables: [table] }
  })
}

async function storm(pid: number, sessions: Worker, where: Pick<OpenArgs, 'port' | 'path' | 'tokens'>, count: number) {
  await openAll(sessions, where, WARM_UP, CONCURRENCY)
  await sessions.call('close')
  const cpu = cpuMicros(pid)
  const { ms, p50Ms, p99Ms } = await openAll(sessions, where, count, CONCURRENCY)
  return { perSecond: (count / ms) * 1000, p50Ms, p99Ms, cpuMicrosPerSession: (cpuMicros(pid) - cpu) / count }
}
