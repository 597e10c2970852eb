import { secondsOf } from './test-durations.ts'

/** Test files in one process at most. A crash takes its whole batch down. */
const BATCH_MAX = 16
/** Files of pure rules take some ms each. */
const RULES_BATCH_MAX = 40
/** Expected duration of a process, so that none is left alone at the end of a run. */
const BATCH_SECONDS_MAX = 45
/** Test files that measure the memory of their process, start browsers or are long on their own. */
export const ALONE: readonly RegExp[] = [
  /^scripts\//,
  /^packages\/server\/test\/(gateway\/gateway-fuzz|hostile\/requests|storage\/store-contract)\.test\.ts$/,
  /^packages\/server\/src\/cli\/start\/idle-memory\.test\.ts$/,
]
const RULES = /\/src\//

/**
 * Divides test files into batches, each for one process, by the durations of an earlier run. Few files are spread over
 * the processes.
 */
export function batchesOf(paths: readonly string[], processes: number, seconds = secondsOf): string[][] {
  const alone = paths.filter((path) => ALONE.some((pattern) => pattern.test(path)))
  const shared = paths.filter((path) => !alone.includes(path))
  const size = Math.max(1, Math.ceil(shared.length / processes))
  const slices = (files: readonly string[], max: number) => slicesOf(files, Math.min(size, max), seconds)
  return [
    ...alone.map((path) => [path]),
    ...slices(
      shared.filter((path) => !RULES.test(path)),
      BATCH_MAX,
    ),
    ...slices(
      shared.filter((path) => RULES.test(path)),
      RULES_BATCH_MAX,
    ),
  ]
}

/** Sorts batches so that the longest begin first: a long one at the end would leave a core without work. */
export function longestFirst(batches: readonly string[][], seconds = secondsOf): string[][] {
  const total = (paths: readonly string[]) => paths.reduce((sum, path) => sum + seconds(path), 0)
  return batches
    .map((batch) => ({ batch, seconds: total(batch) }))
    .sort((one, other) => other.seconds - one.seconds)
    .map(({ batch }) => batch)
}

/**
 * Spreads batches evenly between others. Batches on PostgreSQL wait for the database most of their time: beside each
 * other they would leave a core without work, which those of browsers never do.
 */
export function spreadBetween<T>(others: readonly T[], spread: readonly T[]): T[] {
  const every = others.length / (spread.length + 1)
  const merged = others.flatMap((other, at) => {
    const [from, to] = [at, at + 1].map((count) => Math.min(spread.length, Math.floor(count / every)))
    return [other, ...spread.slice(from, to)]
  })
  return others.length === 0 ? [...spread] : merged
}

/** Divides files, in their order, into slices of some number and duration at most. */
function slicesOf(paths: readonly string[], max: number, seconds: (path: string) => number): string[][] {
  const slices: string[][] = []
  let [last, taken]: [string[], number] = [[], 0]
  for (const path of paths) {
    const own = seconds(path)
    if (last.length === 0 || last.length >= max || taken + own > BATCH_SECONDS_MAX) {
      last = []
      taken = 0
      slices.push(last)
    }
    last.push(path)
    taken += own
  }
  return slices
}
