/** Tasks of a page's main thread, from Chromium's trace. */
import type { Browser, Page } from 'playwright-core'

/** Tasks of at least this duration delay what a person does. */
export const LONG_TASK_MS = 50

export interface Tasks {
  /** Longest task by the clock: it includes time in which other processes had the core. */
  readonly longestMs: number
  /** Most CPU time of a task. */
  readonly longestCpuMs: number
  /** Number of tasks above `LONG_TASK_MS`, by the clock and by CPU time. */
  readonly long: number
  readonly longCpu: number
}

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  dur?: number
  tdur?: number
  args: { name?: string }
}

/** Returns the tasks of the page's main thread while `run` works. */
export async function tasksOf(browser: Browser, page: Page, run: () => Promise<unknown>): Promise<Tasks> {
  // Playwright adds the categories that it needs itself.
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata'] })
  await run()
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] }
  return measured(trace.traceEvents)
}

function measured(events: readonly TraceEvent[]): Tasks {
  const main = new Set(
    events
      .filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain')
      .map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const tasks = events.filter(({ name, ph, pid, tid }) => ph === 'X' && name === 'RunTask' && main.has(`${pid} ${tid}`))
  if (tasks.length === 0) throw new Error('the trace has no tasks of the main thread')
  const clock = tasks.map(({ dur = 0 }) => dur / 1_000)
  const cpu = tasks.map(({ tdur = 0 }) => tdur / 1_000)
  const isLong = (ms: number) => ms > LONG_TASK_MS
  return {
    longestMs: Math.max(...clock),
    longestCpuMs: Math.max(...cpu),
    long: clock.filter(isLong).length,
    longCpu: cpu.filter(isLong).length,
  }
}
