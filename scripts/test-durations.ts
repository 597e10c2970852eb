/**
 * Durations of test files, by which a run begins with the longest. `npm run test-durations` writes those of the last
 * whole run to `test-durations.json`, which is committed: a new file has no duration there until then.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const COMMITTED = fileURLToPath(new URL('test-durations.json', import.meta.url))
const LAST_RUN = fileURLToPath(new URL('../node_modules/.cache/test-durations.json', import.meta.url))
/** Shorter files are left out. */
const SECONDS_MIN = 1
/** Duration of a file that is not listed, by the kind of its path. */
const EXPECTED: readonly (readonly [RegExp, number])[] = [
  [/\/src\//, 0.1],
  [/^scripts\//, 1],
  [/^packages\/web\/test\//, 4],
]
const EXPECTED_OTHERS = 0.8

const known = JSON.parse(readFileSync(COMMITTED, 'utf8')) as Readonly<Record<string, number>>

/** Returns the seconds that a test file is expected to take. Its name is its path, or `PATH on PostgreSQL`. */
export function secondsOf(name: string): number {
  return known[name] ?? EXPECTED.find(([pattern]) => pattern.test(name))?.[1] ?? EXPECTED_OTHERS
}

/** Keeps the durations of a whole run for `npm run test-durations`. */
export function keepDurations(durationsMs: ReadonlyMap<string, number>): void {
  mkdirSync(dirname(LAST_RUN), { recursive: true })
  writeFileSync(LAST_RUN, JSON.stringify(Object.fromEntries(durationsMs)))
}

if (import.meta.main) {
  if (!existsSync(LAST_RUN)) throw new Error('npm test has not run to its end here')
  const durationsMs = Object.entries(JSON.parse(readFileSync(LAST_RUN, 'utf8')) as Record<string, number>)
  const seconds = durationsMs.map(([name, ms]) => [name, Math.round(ms / 100) / 10] as const)
  const listed = seconds
    .filter(([, duration]) => duration >= SECONDS_MIN)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(COMMITTED, `${JSON.stringify(Object.fromEntries(listed), null, 2)}\n`)
}
