/** Sessions that go over to another node, on PostgreSQL and NATS. */
import { startNats } from '../packages/server/test/support/nats-server.ts'
import { type Bench, type Measured, verdict } from './bench.ts'
import { type Guildhall, startGuildhall, USUAL_DATABASE } from './guildhall.ts'
import { pause } from './measure.ts'
import type { Moved } from './resuming-sessions.ts'
import type { Table } from './table.ts'

/** Events in the replay buffer of each session. */
const RING = 200
const DRAIN_S = 20
/** Time within which a client of a closed connection comes back. */
const BACK_MS = 1_000
const BOUNDS = { p50Ms: 20, p99Ms: 200, loopMs: 50, exitS: DRAIN_S + 10 }

export async function measureMoves({ children, options }: Bench): Promise<Measured> {
  const databaseUrl = options.databaseUrl ?? USUAL_DATABASE
  await using nats = await startNats()
  const [rest, clients] = [children.worker('rest-load.ts'), children.worker('resuming-sessions.ts')]
  const nodes = { count: 2, busUrl: nats.url, drainSeconds: DRAIN_S }
  const guildhall = await startGuildhall(children, options.server, { databaseUrl, watched: true, durable: true, nodes })
  const [stays, drains] = guildhall.nodes
  try {
    if (!stays || !drains) throw new Error('two nodes have not started')
    await guildhall.record(false)
    const open = (count: number) =>
      clients.call('open', { ...guildhall.gateway, port: drains.port, count, concurrency: 32 }, 300_000)
    const fillRings = () =>
      rest.call('load', {
        ...guildhall.messages,
        method: 'POST',
        concurrency: 8,
        durationMs: 60_000,
        requestsMax: RING,
      })
    const move = (concurrency: number) => clients.call<Moved>('move', { port: stays.port, concurrency }, 300_000)
    const [some, many] = options.quick ? [50, 200] : [200, 1_000]

    await open(some)
    await fillRings()
    const single = await move(1)
    await clients.call('close')
    await open(many)
    await fillRings()
    const together = await move(many)
    await clients.call('close')

    const drained = options.quick ? 300 : 2_000
    await open(drained)
    await clients.call('follow', { port: stays.port, withinMs: BACK_MS })
    await pause(2_000)
    await guildhall.loopDelay()
    const startedAt = performance.now()
    await drains.stop()
    const exitS = (performance.now() - startedAt) / 1000
    const followed = await clients.call<Moved>('followed', {}, 120_000)
    const drain = { sessions: drained, exitS, followed, loop: await guildhall.loopDelay() }
    return { figures: { single, together, drain }, tables: [resumeTable(single, together), drainTable(drain)] }
  } finally {
    await Promise.all([rest.stop(), clients.stop()])
    await guildhall.stop()
  }
}

function resumeTable(single: Moved, together: Moved): Table {
  const row = (name: string, { resumed, refused, p50Ms, p99Ms, maxMs }: Moved) => [
    ...[name, resumed, refused, p50Ms, p99Ms, maxMs],
  ]
  return {
    title: `Resume at another live node, ${RING} events in the replay buffer`,
    columns: ['', 'resumed', 'refused', 'p50 ms', 'p99 ms', 'max ms'],
    rows: [row('one after the other', single), row('all at once', together)],
    notes: [
      `p50: ${verdict(single.p50Ms, BOUNDS.p50Ms)}, p99: ${verdict(single.p99Ms, BOUNDS.p99Ms)}`,
      `refused of all at once: ${verdict(together.refused, 0)}`,
    ],
  }
}

interface Drain {
  readonly sessions: number
  readonly exitS: number
  readonly followed: Moved
  readonly loop: Awaited<ReturnType<Guildhall['loopDelay']>>
}

function drainTable({ sessions, exitS, followed, loop }: Drain): Table {
  return {
    title: `Drain of ${sessions} sessions over ${DRAIN_S} s, whose clients come back within ${BACK_MS} ms`,
    columns: ['', 'figure', ''],
    rows: [
      ['exit after, s', exitS, verdict(exitS, BOUNDS.exitS)],
      ['resumed', followed.resumed, ''],
      ['refused', followed.refused, verdict(followed.refused, 0)],
      ['lateness of the other event loop, p99 ms', loop.p99Ms, verdict(loop.p99Ms, BOUNDS.loopMs)],
      ['… at most, ms', loop.maxMs, ''],
    ],
  }
}
