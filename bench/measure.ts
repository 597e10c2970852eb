/** Figures of the operating system about another process, and statistics of lists. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Returns the CPU time that a process has used in all its threads, in µs. Linux counts in steps of 10 ms. */
export function cpuMicros(pid: number): number {
  if (process.platform !== 'linux') return psTimeMicros(ps(pid, 'time='))
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name before the bracket may hold blanks; fields 14 and 15 of proc(5) are the 12th and 13th after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) / ticksPerSecond()) * 1e6
}

/** Returns the resident memory of a process, in bytes. */
export function rssBytes(pid: number): number {
  if (process.platform !== 'linux') return Number(ps(pid, 'rss=')) * 1024
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

/** Returns the two kinds of memory in RSS, in bytes: the process's own, and pages of files. NaN outside of Linux. */
export function memoryKinds(pid: number): { anonymous: number; files: number } {
  if (process.platform !== 'linux') return { anonymous: Number.NaN, files: Number.NaN }
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) * 1024
  return { anonymous: of('RssAnon'), files: of('RssFile') }
}

/**
 * Returns RSS once it is stable, which it is not while the garbage of a burst is being collected; waits at most 6 s.
 */
export async function settledRssBytes(pid: number): Promise<number> {
  let last = rssBytes(pid)
  let still = 0
  for (let look = 0; look < 30 && still < 5; look += 1) {
    await pause(200)
    const now = rssBytes(pid)
    still = Math.abs(now - last) < 512 * 1024 ? still + 1 : 0
    last = now
  }
  return last
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Returns µs since a moment that is the same for all processes of this machine, so that children can compare. */
export function monotonicMicros(): number {
  const [seconds, nanos] = process.hrtime()
  return seconds * 1e6 + nanos / 1e3
}

/** Returns the value that a share `q` (0 to 1) of the values does not exceed; NaN for none. Sorts in place. */
export function quantile(values: Float64Array, q: number): number {
  values.sort()
  return values[Math.min(values.length - 1, Math.floor(values.length * q))] ?? Number.NaN
}

export function median(values: readonly number[]): number {
  return quantile(Float64Array.from(values), 0.5)
}

function ticksPerSecond(): number {
  return Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))
}

function ps(pid: number, field: string): string {
  return execFileSync('ps', ['-o', field, '-p', String(pid)], { encoding: 'utf8' }).trim()
}

/** Parses `[[days-]hours:]minutes:seconds` as ps writes it. */
function psTimeMicros(time: string): number {
  const [clock = '', days = '0'] = time.split('-').reverse()
  return clock.split(':').reduce((sum, part) => sum * 60 + Number(part), Number(days) * 24) * 1e6
}
