/** Time of resets, snapshots and restores by the control API. */
import { type Bench, type Measured, verdict } from './bench.ts'
import { median, quantile } from './measure.ts'

const RESET_MS = 10
const COPY_MS = 1_000
const MESSAGES = 100_000
const COPIES = 7

export async function measureWorldCopies({ children, options }: Bench): Promise<Measured> {
  const { server, quick } = options
  const worker = children.worker('world-copies-load.ts')
  try {
    const resets = await worker.call<number[]>('resets', { server, count: quick ? 50 : 300 }, 120_000)
    const copies = await worker.call<{ taken: number[]; restored: number[] }>(
      'copies',
      { server, messages: MESSAGES, count: COPIES },
      300_000,
    )
    const row = (name: string, times: number[], target: number) => [
      name,
      times.length,
      Math.min(...times),
      median(times),
      quantile(new Float64Array(times), 0.99),
      verdict(median(times), target),
    ]
    const table = {
      title: 'Worlds: request to response',
      columns: ['', 'runs', 'min ms', 'p50 ms', 'p99 ms', 'target of p50'],
      rows: [
        row('reset of a small world', resets, RESET_MS),
        row('snapshot of 100,000 messages', copies.taken, COPY_MS),
        row('restore of 100,000 messages', copies.restored, COPY_MS),
      ],
    }
    return { figures: { resetMs: resets, ...copies }, tables: [table] }
  } finally {
    await worker.stop()
  }
}
