import { performance } from 'node:perf_hooks'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_EVERY_MS = 5_000
/** Share of an interval in which the event loop may work and still count as idle. */
const IDLE_SHARE = 0.02
/** Memory of the heap that holds nothing and is worth a pause: the start leaves about 60 MB. */
const UNUSED_BYTES_MIN = 32 * 2 ** 20
/** A heap with more live bytes is left alone: the pause grows with them, by about 2 ms for each MB. */
const LIVE_BYTES_MAX = 96 * 2 ** 20

/** Measurements of the process at one moment. */
interface Look {
  /** Share of the last interval in which the event loop worked. */
  readonly utilization: number
  /** Memory that the heap takes from the system. */
  readonly heldBytes: number
  readonly liveBytes: number
}

/** Returns whether collecting garbage now returns enough memory, and delays nobody for long. */
export function isWorthPause({ utilization, heldBytes, liveBytes }: Look): boolean {
  return utilization <= IDLE_SHARE && heldBytes - liveBytes >= UNUSED_BYTES_MIN && liveBytes <= LIVE_BYTES_MAX
}

/**
 * Returns unused memory of the heap to the system when the process becomes idle after its start or a burst. V8 does so
 * only while it allocates, so that an idle process would keep the memory of its busiest moment. One pause takes about
 * 100 ms, and none follows until the heap has grown again.
 */
export function releaseMemoryWhenIdle(): void {
  let last = performance.eventLoopUtilization()
  const look = () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, last)
    last = now
    const { total_physical_size: heldBytes, used_heap_size: liveBytes } = getHeapStatistics()
    if (!isWorthPause({ utilization, heldBytes, liveBytes })) return
    collectAll()
    last = performance.eventLoopUtilization()
  }
  setInterval(look, LOOK_EVERY_MS).unref()
}

/** Collects all garbage and shrinks the young generation, which `gc` without this flavor keeps at its size. */
function collectAll(): void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
  // The flags are part of what V8 checks in the compile cache, which is written at the end.
  setFlagsFromString('--no-expose-gc')
  gc({ type: 'major', flavor: 'last-resort' })
}
