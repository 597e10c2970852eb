/** Queries a program that has `watch-loop.ts` or `watch-memory.ts` loaded. */
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { pause } from './measure.ts'

/** Returns the largest delay of the event loop since the last call. */
export interface LoopDelay {
  p50Ms: number
  p99Ms: number
  maxMs: number
}

const TRIES = 500

export const loopDelay = (pid: number, file: string): Promise<LoopDelay> => figuresOf(pid, file)

/** Returns the memory after a full garbage collection, in bytes. */
export interface ProcessMemory {
  heapUsed: number
  external: number
}

export const processMemory = (pid: number, file: string): Promise<ProcessMemory> => figuresOf(pid, file)

/** Signals the program, and reads the figures that it writes. */
async function figuresOf<T>(pid: number, file: string): Promise<T> {
  process.kill(pid, 'SIGUSR2')
  for (let tries = 0; tries < TRIES; tries += 1) {
    await pause(10)
    if (!existsSync(file)) continue
    const figures: T = JSON.parse(readFileSync(file, 'utf8'))
    rmSync(file)
    return figures
  }
  throw new Error(`the program wrote no figures to ${file}`)
}
