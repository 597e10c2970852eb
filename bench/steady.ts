/** The time of ordinary requests while something else goes on. */
import type { Worker } from './children.ts'
import { quantile } from './measure.ts'
import type { RestTarget } from './rest-load.ts'
import type { SteadyTimes } from './steady-load.ts'

const PER_SECOND = 100
const CONNECTIONS = 8
const PART_MS = 2_000

export interface Latency {
  requests: number
  p50Ms: number
  p99Ms: number
  maxMs: number
  failed: number
}

/** Sends requests until `isOver` says so, at least for one part of 2 s. */
export async function latencyUntil(
  load: Worker,
  target: RestTarget,
  isOver: (parts: number) => boolean,
): Promise<Latency> {
  const times: number[] = []
  let failed = 0
  let parts = 0
  do {
    const given = { ...target, perSecond: PER_SECOND, durationMs: PART_MS, connections: CONNECTIONS }
    const part = await load.call<SteadyTimes>('steady', given)
    times.push(...part.times)
    failed += part.failed
    parts += 1
  } while (!isOver(parts))
  const sorted = Float64Array.from(times)
  return {
    requests: times.length,
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    maxMs: quantile(sorted, 1),
    failed,
  }
}
