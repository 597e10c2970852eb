import type { Instant } from '@guildhall/protocol'
import type { Clock } from './clock.ts'
import { unpack } from './json.ts'
import { db } from './store/statement.ts'
import type { JobTable } from './store/tables.ts'
import { SYSTEM_ACTOR, type Units } from './units.ts'
import type { Work } from './work.ts'

/** Does what a due job asks for, in the unit of work that also removes the job. */
export type JobHandler = (work: Work, payload: never) => Promise<void>

const ATTEMPTS_MAX = 8
const RETRY_BASE_MS = 1_000
/** Jobs run per wake-up before others get a turn. */
const BATCH_MAX = 100

/** Runs jobs when the clock reaches them, each exactly once; what was due while the process was down runs at start. */
export interface Jobs {
  start(): void
  stored(dueAt: Instant): void
  /** Resolves when nothing that is due is left; for tests and for moving the clock. */
  idle(): Promise<void>
  close(): Promise<void>
}

export function runJobs(parts: {
  clock: Clock
  units: () => Units
  handlers: ReadonlyMap<string, JobHandler>
  failed: (kind: string, error: unknown) => void
}): Jobs {
  const { clock, handlers } = parts
  let cancel: (() => void) | null = null
  let wakeAt = Number.POSITIVE_INFINITY
  let running: Promise<void> | null = null
  let closed = false

  function wake(at: Instant): void {
    if (closed || at >= wakeAt) return
    cancel?.()
    wakeAt = at
    cancel = clock.at(at, () => {
      wakeAt = Number.POSITIVE_INFINITY
      running = (running ?? Promise.resolve()).then(runDue)
    })
  }

  async function runDue(): Promise<void> {
    for (let count = 0; count < BATCH_MAX && !closed; count += 1) {
      const job = await nextJob()
      if (!job) return
      if (job.due_at > clock.now()) return wake(job.due_at)
      await runOne(job)
    }
    wake(clock.now())
  }

  const nextJob = () =>
    parts
      .units()
      .read(SYSTEM_ACTOR, (work) =>
        work.first(db.selectFrom('jobs').selectAll().orderBy('due_at').orderBy('id').limit(1)),
      )

  async function runOne(job: JobTable): Promise<void> {
    const handler = handlers.get(job.kind)
    try {
      await parts.units().write(SYSTEM_ACTOR, async (work) => {
        const taken = await work.run(db.deleteFrom('jobs').where('id', '=', job.id))
        if (taken === 0) return // another node was faster
        if (!handler) throw new Error(`No handler for jobs of kind ${job.kind}`)
        await handler(work, unpack(job.payload) as never)
      })
    } catch (error) {
      parts.failed(job.kind, error)
      await postpone(job)
    }
  }

  async function postpone(job: JobTable): Promise<void> {
    const attempts = job.attempts + 1
    await parts.units().write(SYSTEM_ACTOR, async (work) => {
      if (attempts >= ATTEMPTS_MAX) await work.run(db.deleteFrom('jobs').where('id', '=', job.id))
      else {
        const dueAt = clock.now() + RETRY_BASE_MS * 2 ** attempts
        await work.run(db.updateTable('jobs').set({ attempts, due_at: dueAt }).where('id', '=', job.id))
      }
    })
  }

  return {
    start: () => wake(clock.now()),
    stored: wake,
    async idle() {
      while (running) {
        const current = running
        await current
        if (running === current) running = null
      }
    },
    async close() {
      closed = true
      cancel?.()
      await running?.catch(() => undefined)
    },
  }
}
