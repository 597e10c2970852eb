import { setTimeout as pause } from 'node:timers/promises'
import { ApiError, type Instant } from '@guildhall/protocol'
import type { Clock } from './clock.ts'
import type { Job } from './job.ts'
import { unpack } from './json.ts'
import type { Metrics } from './metrics.ts'
import { db } from './store/statement.ts'
import type { JobTable } from './store/tables.ts'
import { asSpan } from './traces.ts'
import { SYSTEM_ACTOR, type Units } from './units.ts'
import type { Work } from './work.ts'

/** Runs a due job, in the unit of work that also deletes the job. */
export type JobHandler<P> = (work: Work, payload: P) => Promise<void>

/** Job with what runs it. */
export interface ListedJob {
  readonly job: Job<never>
  readonly run: JobHandler<unknown>
  /** Runs when the last attempt has failed, in the unit of work that deletes the job. */
  readonly givenUp: JobHandler<unknown> | null
  /** Whether its steps leave most of the time to requests. */
  readonly isPaced: boolean
}

/**
 * Lists what runs a job.
 *
 * @param givenUp what runs when all attempts have failed
 */
export function runs<P>(
  declared: Job<P>,
  run: JobHandler<NoInfer<P>>,
  givenUp: JobHandler<NoInfer<P>> | null = null,
): ListedJob {
  // Rows of a kind hold the payload of its job.
  return {
    job: declared,
    run: (work, payload) => run(work, payload as P),
    givenUp: givenUp && ((work, payload) => givenUp(work, payload as P)),
    isPaced: false,
  }
}

/** Lists a job that goes on in very many steps, of which each schedules the next one. */
export function inPacedSteps(listed: ListedJob): ListedJob {
  return { ...listed, isPaced: true }
}

const ATTEMPTS_MAX = 8
const RETRY_BASE_MS = 1_000
/** Pause after which jobs of others are looked for: those that they stored, or could not run. */
const POLL_MS = 2_000
/** Jobs run per wake-up before the event loop handles everything else. */
const BATCH_MAX = 100
/** Pause after a step of a paced job, as a multiple of the time that the step took. */
const PACE = 2
const PACE_MAX_MS = 200

/**
 * Runs jobs when the clock reaches them, each exactly once. Jobs that came due while the process was down run at
 * start.
 */
export interface Jobs {
  /** Starts running jobs, also those that were stored before. */
  start(units: Units): void
  /** Notes that a job was stored. */
  stored(dueAt: Instant): void
  /** Resolves when no due job is left; for tests and for moving the clock. */
  idle(): Promise<void>
  close(): Promise<void>
}

interface JobParts {
  metrics?: Metrics
  /** Whether other processes run jobs of the same store. */
  shared?: boolean
  clock: Clock
  listed: readonly ListedJob[]
  failed: (kind: string, error: unknown) => void
}

/**
 * Returns the jobs of a platform.
 * @param parts.listed every job with what runs it; stored jobs of other kinds are left to a newer program
 * @param parts.failed receives the error of each failed attempt; the job is retried up to eight times
 */
export function runJobs(parts: JobParts): Jobs {
  const { clock } = parts
  const runners = new Map(parts.listed.map((listed) => [listed.job.kind, listed]))
  const pacer = new Pacer()
  let units: Units | null = null
  let cancel: (() => void) | null = null
  let wakeAt = Number.POSITIVE_INFINITY
  let running: Promise<void> | null = null
  let closed = false

  function wake(at: Instant): void {
    const started = units
    if (!started || closed || at >= wakeAt) return
    cancel?.()
    wakeAt = at
    cancel = clock.at(at, () => {
      wakeAt = Number.POSITIVE_INFINITY
      running = (running ?? Promise.resolve()).then(() => runDue(started)).catch(failed)
    })
  }

  /** Wakes up at a time, or earlier to look for jobs of other processes. */
  function wakeAgain(at: Instant): void {
    const next = parts.shared ? Math.min(at, clock.now() + POLL_MS) : at
    if (next < Number.POSITIVE_INFINITY) wake(next)
  }

  async function runDue(units: Units): Promise<void> {
    for (let count = 0; count < BATCH_MAX && !closed; count += 1) {
      const job = await findNextJob(units, [...runners.keys()], parts.shared ?? false)
      const listed = job && runners.get(job.kind)
      if (!listed || job.due_at > clock.now()) return wakeAgain(job?.due_at ?? Number.POSITIVE_INFINITY)
      await pacer.run(job, listed, () => runInSpan(units, job, { ...parts, listed }))
    }
    wake(clock.now())
  }

  /** Looks for jobs again while the store is away. */
  function failed(error: unknown): void {
    parts.failed('any', error)
    wake(clock.now() + RETRY_BASE_MS)
  }

  return {
    start(started) {
      units = started
      wake(clock.now())
    },
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

/** Pauses between the steps of a paced job, for as long as they take twice. */
class Pacer {
  #former: JobTable | null = null
  #tookMs = 0

  async run(job: JobTable, listed: ListedJob, step: () => Promise<void>): Promise<void> {
    const isNext = this.#former?.kind === job.kind && this.#former.key === job.key
    if (isNext && listed.isPaced) await pause(Math.min(PACE_MAX_MS, PACE * this.#tookMs))
    const startedAt = performance.now()
    await step()
    this.#former = job
    this.#tookMs = performance.now() - startedAt
  }
}

type RunParts = Pick<JobParts, 'clock' | 'failed' | 'metrics'> & { listed: ListedJob }

function runInSpan(units: Units, job: JobTable, parts: RunParts): Promise<void> {
  const facts = { 'guildhall.job': job.kind, 'guildhall.attempt': job.attempts + 1 }
  return asSpan(parts.metrics?.traces ?? null, 'job', { kind: 'internal', facts }, () => runOne(units, job, parts))
}

/** Runs a due job and deletes it, or postpones it after an error. */
async function runOne(units: Units, job: JobTable, { clock, failed, metrics, listed }: RunParts): Promise<void> {
  const startedAt = clock.now()
  try {
    await units.write(SYSTEM_ACTOR, async (work) => {
      if ((await work.run(deleteAttempt(job))) === 0) return // another node was faster
      await listed.run(work, unpack(job.payload))
    })
    metrics?.jobs.add(`${job.kind} done`)
    metrics?.jobDelays.observe(Math.max(startedAt - job.due_at, 0))
  } catch (error) {
    metrics?.jobs.add(`${job.kind} failed`)
    failed(job.kind, error)
    const lasts = error instanceof ApiError && error.errorName === 'OVERLOADED'
    await postpone(units, job, { now: clock.now(), givenUp: listed.givenUp, lasts })
  }
}

/**
 * Returns the next job of the kinds that this program knows: others are left to a newer one. Of several processes each
 * looks for jobs that no other one runs at present, because it must not wait for a long one.
 */
function findNextJob(units: Units, kinds: readonly string[], shared: boolean): Promise<JobTable | undefined> {
  const next = db.selectFrom('jobs').selectAll().where('kind', 'in', kinds).orderBy('due_at').orderBy('id').limit(1)
  return units.read(SYSTEM_ACTOR, (work) => work.first(shared ? next.forUpdate().skipLocked() : next))
}

/** Deletes a job, unless another process has made the attempt meanwhile. */
function deleteAttempt({ id, attempts }: JobTable) {
  return db.deleteFrom('jobs').where('id', '=', id).where('attempts', '=', attempts)
}

/**
 * Schedules the next attempt of a failed job, or deletes it after the last one. A job that `lasts` is tried until an
 * engine that it needs is back.
 */
async function postpone(
  units: Units,
  job: JobTable,
  { now, givenUp, lasts }: { now: Instant; givenUp: ListedJob['givenUp']; lasts: boolean },
): Promise<void> {
  const attempts = job.attempts + 1
  await units.write(SYSTEM_ACTOR, async (work) => {
    if (attempts >= ATTEMPTS_MAX && !lasts) {
      if ((await work.run(deleteAttempt(job))) === 0) return
      await givenUp?.(work, unpack(job.payload))
    } else {
      const due_at = now + RETRY_BASE_MS * 2 ** Math.min(attempts, ATTEMPTS_MAX)
      const failed = db.updateTable('jobs').set({ attempts, due_at }).where('id', '=', job.id)
      await work.run(failed.where('attempts', '=', job.attempts))
    }
  })
}
