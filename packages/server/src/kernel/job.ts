/**
 * Kind of deferred work, such as the end of a poll. The resource that schedules it declares it; platform/jobs.ts lists
 * what runs it.
 */
export interface Job<P> {
  /** Name in stored rows, which are read by later versions. */
  readonly kind: string
  /** Exists in types alone: it binds the job to its payload. */
  readonly payload?: (payload: P) => void
}

/** Declares a job. Its payload is stored as JSON with big integers. */
export function job<P>(kind: string): Job<P> {
  return { kind }
}
