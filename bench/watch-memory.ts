/** Preloaded into the measured program. On SIGUSR2 it collects garbage and writes its memory to a file. */
import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8'
import { runInNewContext } from 'node:vm'

const file = process.env.GUILDHALL_BENCH_MEMORY
if (file) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  process.on('SIGUSR2', () => {
    collect()
    if (process.env.GUILDHALL_BENCH_SNAPSHOTS)
      writeHeapSnapshot(`${process.env.GUILDHALL_BENCH_SNAPSHOTS}/${Date.now()}.heapsnapshot`)
    writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()))
    renameSync(`${file}.new`, file)
  })
}
