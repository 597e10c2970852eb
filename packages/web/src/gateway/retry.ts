/** Time from one attempt to connect to the beginning of the next, for the first attempts; afterwards the last one. */
const INTERVALS_MS = [250, 1_000, 2_000, 4_000]
const PAUSE_MIN_MS = 250
/** Time in which an attempt receives HELLO: short in the first minute, longer for slow networks afterwards. */
const HELLO_MS = 4_500
const HELLO_PATIENT_MS = 20_000
const PATIENT_AFTER = 13

/** Returns the pause after an attempt that failed. `failures` counts the ones before it. */
export function pauseMs(failures: number, sinceAttemptMs: number): number {
  const interval = INTERVALS_MS[Math.min(failures, INTERVALS_MS.length - 1)] ?? 0
  return Math.max(PAUSE_MIN_MS, interval - sinceAttemptMs)
}

/** Returns the time that an attempt has until HELLO. */
export function helloTimeoutMs(failures: number): number {
  return failures < PATIENT_AFTER ? HELLO_MS : HELLO_PATIENT_MS
}
