/** Memory of an idle session, beside that of a bare socket. */
import { type Bench, listenBare, type Measured, openAll, verdict, withGuildhall } from './bench.ts'
import type { Worker } from './children.ts'
import type { Where } from './guildhall.ts'
import { settledRssBytes } from './measure.ts'

const WARM_UP = 100
const ABOVE_KB = 20

export async function measureMemory(bench: Bench): Promise<Measured> {
  const files = { bare: 'bare-server.ts', bareSessions: 'sessions.ts', sessions: 'sessions.ts' }
  return await withGuildhall(bench, files, async (guildhall, { bare, bareSessions, sessions }) => {
    const count = bench.options.memorySessions
    const { gateway } = await listenBare(bare)
    const limit = await perSession(bare.pid, bareSessions, gateway, count)
    const ours = await perSession(guildhall.pid, sessions, guildhall.gateway, count)
    const rows = [
      ['bare socket', limit.emptyMb, limit.fullMb, limit.perSessionKb],
      ['Guildhall', ours.emptyMb, ours.fullMb, ours.perSessionKb],
      ['above it', '', '', ours.perSessionKb - limit.perSessionKb],
    ]
    const table = {
      title: `Memory (RSS) of ${count} idle sessions`,
      columns: ['', 'none, MB', 'all, MB', 'KB a session'],
      rows,
      notes: [`above the bare socket: ${verdict(ours.perSessionKb - limit.perSessionKb, ABOVE_KB)}`],
    }
    return { figures: { sessions: count, bare: limit, guildhall: ours }, tables: [table] }
  })
}

async function perSession(pid: number, sessions: Worker, where: Where, count: number) {
  // The first sessions bring code and caches into memory that the others share.
  await openAll(sessions, where, WARM_UP)
  await sessions.call('close')
  const empty = await settledRssBytes(pid)
  await openAll(sessions, where, count)
  const full = await settledRssBytes(pid)
  return { emptyMb: empty / 2 ** 20, fullMb: full / 2 ** 20, perSessionKb: (full - empty) / count / 1024 }
}
