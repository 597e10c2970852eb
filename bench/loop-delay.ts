/** Asks a program that has `watch-loop.ts` loaded. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { pause } from './measure.ts'

/** How late the event loop was since it was asked last. */
export interface LoopDelay {
  p50Ms: number
  p99Ms: number
  maxMs: number
}

const TRIES = 500

export async function loopDelay(pid: number, file: string): Promise<LoopDelay> {
  process.kill(pid, 'SIGUSR2')
  for (let tries = 0; tries < TRIES; tries += 1) {
    await pause(10)
    if (!existsSync(file)) continue
    const figures: LoopDelay = JSON.parse(readFileSync(file, 'utf8'))
    rmSync(file)
    return figures
  }
  throw new Error('the program does not tell its event-loop delay')
}
