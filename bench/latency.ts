/** Time from posting a message until each session has it, at a steady pace that leaves the server idle time. */
import { type Bench, type Measured, openAll, verdict, withGuildhall } from './bench.ts'
import type { Counted, Latencies } from './sessions.ts'

const PER_SECOND = 100
const CONNECTIONS = 32
const P99_MS = 10

export async function measureLatency(bench: Bench): Promise<Measured> {
  const files = { sessions: 'sessions.ts', rest: 'rest-load.ts' }
  return await withGuildhall(bench, files, async (guildhall, { sessions, rest }) => {
    const { latencySessions: count, quick } = bench.options
    await openAll(sessions, guildhall.gateway, count)
    const pace = { ...guildhall.messages, perSecond: PER_SECOND, connections: CONNECTIONS }
    await rest.call('pace', { ...pace, durationMs: 2000 })

    await sessions.call('reset', { sample: true })
    const args = { ...pace, durationMs: quick ? 3000 : 10_000 }
    const sent = await rest.call<{ sent: number; unanswered: number; failed: object }>('pace', args)
    const expected = sent.sent * count
    const { deliveries } = await sessions.call<Counted>('wait', { deliveries: expected, timeoutMs: 10_000 })
    const { p50Ms, p99Ms, maxMs, samples } = await sessions.call<Latencies>('latencies')
    const table = {
      title: `Post to delivery: ${PER_SECOND} messages a second to ${count} sessions, all deliveries`,
      columns: ['deliveries', 'missing', 'p50 ms', 'p99 ms', 'max ms', ''],
      rows: [[String(deliveries), expected - deliveries, p50Ms, p99Ms, maxMs, verdict(p99Ms, P99_MS)]],
      notes: Object.keys(sent.failed),
    }
    return { figures: { sessions: count, ...sent, deliveries, samples, p50Ms, p99Ms, maxMs }, tables: [table] }
  })
}
