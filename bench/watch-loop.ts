/**
 * Loaded into the measured program before everything else: writes the delays of its event loop to a file on request.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'

const file = process.env.GUILDHALL_BENCH_LOOP
if (file) {
  const RESOLUTION_MS = 1
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  process.on('SIGUSR2', () => {
    // The histogram holds the pauses between two checks, which are as long as the resolution when nothing is late.
    const late = (nanos: number) => Math.max(nanos / 1e6 - RESOLUTION_MS, 0)
    const figures = { p50Ms: late(delay.percentile(50)), p99Ms: late(delay.percentile(99)), maxMs: late(delay.max) }
    delay.reset()
    writeFileSync(`${file}.new`, JSON.stringify(figures))
    renameSync(`${file}.new`, file)
  })
}
