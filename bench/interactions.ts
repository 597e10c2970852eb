/** Time from a person's use of a command until the bot's response is on the person's screen, by the gateway. */
import { type Bench, type Measured, verdict, withGuildhall } from './bench.ts'
import type { Paced } from './interactions-load.ts'

const PER_SECOND = 50
const P99_MS = 15

export async function measureInteractions(bench: Bench): Promise<Measured> {
  return await withGuildhall(bench, { load: 'interactions-load.ts' }, async (guildhall, { load }) => {
    await load.call('begin', guildhall.scene)
    await load.call('pace', { perSecond: PER_SECOND, durationMs: 2000 })
    const durationMs = bench.options.quick ? 3000 : 20_000
    const figures = await load.call<Paced>('pace', { perSecond: PER_SECOND, durationMs })
    const { sent, seen, p50Ms, p99Ms, maxMs, failed } = figures
    const table = {
      title: `Invocation to callback to the person's screen: ${PER_SECOND} interactions a second`,
      columns: ['interactions', 'missing', 'p50 ms', 'p99 ms', 'max ms', ''],
      rows: [[String(sent), sent - seen, p50Ms, p99Ms, maxMs, verdict(p99Ms, P99_MS)]],
      notes: Object.keys(failed),
    }
    return { figures, tables: [table] }
  })
}
