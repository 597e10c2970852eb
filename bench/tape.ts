/** Cost of the tape: CPU of one created message with the tape on and off, in turn on one platform. */
import { type Bench, type Measured, openAll, verdict, withGuildhall } from './bench.ts'
import { cpuMicros, median } from './measure.ts'
import type { LoadResult } from './rest-load.ts'

const SESSIONS = 3
const CONCURRENCY = 4
const PAIRS = 12
const PAIRS_QUICK = 4
const REQUESTS_MAX = 100_000
/** Share of the cost without the tape. */
const RATIO_MAX = 1.3

export async function measureTape(bench: Bench): Promise<Measured> {
  const files = { sessions: 'sessions.ts', rest: 'rest-load.ts' }
  return await withGuildhall(bench, files, async (guildhall, { sessions, rest }) => {
    await openAll(sessions, guildhall.gateway, SESSIONS)
    const { durationMs, quick } = bench.options
    const costOf = async (recording: boolean) => {
      await guildhall.record(recording)
      const cpu = cpuMicros(guildhall.pid)
      const load = { ...guildhall.messages, method: 'POST', concurrency: CONCURRENCY, durationMs }
      const { requests, failed } = await rest.call<LoadResult>('load', { ...load, requestsMax: REQUESTS_MAX })
      if (Object.keys(failed).length > 0) throw new Error(JSON.stringify(failed))
      return (cpuMicros(guildhall.pid) - cpu) / requests
    }
    await costOf(true)
    await costOf(false)
    const [on, off]: [number[], number[]] = [[], []]
    for (let pair = 0; pair < (quick ? PAIRS_QUICK : PAIRS); pair += 1) {
      // Each is first in half of the pairs: the store grows meanwhile.
      const order = pair % 2 === 0 ? [true, false] : [false, true]
      for (const recording of order) (recording ? on : off).push(await costOf(recording))
    }
    const ratio = median(on.map((cost, pair) => cost / (off[pair] ?? Number.NaN)))
    const table = {
      title: `Tape: created message with ${SESSIONS} sessions`,
      columns: ['', 'pairs', 'CPU µs off', 'CPU µs on', 'ratio', ''],
      rows: [['medians', on.length, median(off), median(on), ratio, verdict(ratio, RATIO_MAX)]],
    }
    return { figures: { onMicros: on, offMicros: off, ratio }, tables: [table] }
  })
}
