/** Time from one attempt to connect to the beginning of the next, for the first attempts; afterwards the last one. */
const INTERVALS_MS = [250, 1_000, 2_000, 4_000]
const PAUSE_MIN_MS = 250
/** Time in which an attempt receives HELLO: short in the first minute, longer for slow networks afterwards. */
const HELLO_MS = 4_500
const HELLO_PATIENT_MS = 20_000
const PATIENT_AFTER = 13

/** Part of an interval by which attempts of several clients differ, so that they do not come at once. */
const JITTER = 0.25

/**
 * Returns the pause after an attempt that failed.
 * @param failures number of failed attempts before it
 * @param random number from 0 to below 1
 */
export function pauseMs(failures: number, sinceAttemptMs: number, random: number): number {
  const interval = INTERVALS_MS[Math.min(failures, INTERVALS_MS.length - 1)] ?? 0
  return Math.max(PAUSE_MIN_MS, interval * (1 - JITTER * random) - sinceAttemptMs)
}

/** Returns the time that an attempt has until HELLO. */
export function helloTimeoutMs(failures: number): number {
  return failures < PATIENT_AFTER ? HELLO_MS : HELLO_PATIENT_MS
}
