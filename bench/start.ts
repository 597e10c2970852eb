/** Time from start to ready: the command on a fresh data folder, and a platform in a process that is already warm. */
import type { Bench, Measured } from './bench.ts'
import { timeStart } from './guildhall.ts'
import { median } from './measure.ts'

const STARTS = 5

export async function measureStart({ children, options }: Bench): Promise<Measured> {
  const command: number[] = []
  for (let run = 0; run < STARTS; run += 1) command.push(await timeStart(children, options.server))

  const worker = children.worker('warm-start.ts')
  const warm: number[] = []
  const notes: string[] = []
  try {
    const times = await worker.call<{ createMs: number[]; closeMs: number[] }>('create', { server: options.server })
    warm.push(...times.createMs)
    notes.push(`closing one takes ${median(times.closeMs).toFixed(1)} ms`)
  } catch (error) {
    notes.push(`createPlatform was not measured: ${error instanceof Error ? error.message : error}`)
  } finally {
    await worker.stop()
  }
  const row = (name: string, times: number[]) => [name, times.length, Math.min(...times), median(times)]
  const table = {
    title: 'Start to ready',
    columns: ['', 'runs', 'min ms', 'median ms'],
    rows: [row('command, demo world, fresh data folder', command), row('createPlatform on :memory:, warm', warm)],
    notes,
  }
  return { figures: { commandMs: command, createPlatformMs: warm, notes }, tables: [table] }
}
