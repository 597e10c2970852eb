/** Minutes of the log of events, with one table each. */
const SLOTS = 12
const SLOT_S = 60
/** Time that may pass between the insertion of an event and the end of its commit. The sweep finds later ones. */
const COMMIT_S = 10
/** Bound on the difference between the clock of the database and that of this process, since it was last read. */
const DRIFT_S = 2

/**
 * Returns the tables of the log that can have what was committed since the log was looked at, so that a question does
 * not open all of them: each costs more than the question itself. Null for all tables.
 *
 * @param lookedAt time of that look by the clock of the database, in seconds since 1970
 * @param passedMs time since then by the clock of this process
 */
export function recentSlots(lookedAt: number, passedMs: number): number[] | null {
  const first = Math.floor((lookedAt - COMMIT_S) / SLOT_S)
  const last = Math.floor((lookedAt + passedMs / 1_000 + DRIFT_S) / SLOT_S)
  const count = last - first + 1
  return count >= SLOTS ? null : Array.from({ length: count }, (_, index) => (first + index) % SLOTS)
}
