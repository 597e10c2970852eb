/**
 * Time in which a signal counts as a repetition. Ctrl+C reaches each process of the group, and npm and the command of
 * an older Node pass theirs on.
 */
const SIGNAL_REPEATS_MS = 3_000

/**
 * Calls `close` on SIGTERM, Ctrl+C and the end of the terminal, and exits: 0 when it resolves, 1 when it rejects.
 * A later signal ends the process at once; signals soon after the first are repetitions of it.
 */
export function stopOnSignals(close: () => Promise<void>): void {
  let repeatedUntil: number | null = null
  const failed = (error: unknown) => {
    process.stderr.write(`Guildhall could not stop: ${error instanceof Error ? error.stack : String(error)}\n`)
    process.exit(1)
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (repeatedUntil === null) {
        repeatedUntil = performance.now() + SIGNAL_REPEATS_MS
        close().then(() => process.exit(0), failed)
      } else if (performance.now() > repeatedUntil) process.exit(1)
    })
  }
}
