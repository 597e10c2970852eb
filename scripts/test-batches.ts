/** Test files in one process at most. A crash takes its whole batch down. */
const BATCH_MAX = 10
/** Files of pure rules take some ms each. */
const RULES_BATCH_MAX = 40
/** Test files that measure the memory of their process, start browsers or are long on their own. */
export const ALONE: readonly RegExp[] = [
  /^scripts\//,
  /^packages\/server\/test\/(gateway\/gateway-fuzz|hostile\/requests|storage\/store-contract)\.test\.ts$/,
  /^packages\/server\/src\/cli\/start\/idle-memory\.test\.ts$/,
]
const RULES = /\/src\//

/**
 * Divides test files into batches, each for one process: the longest processes first, and short ones last, so that no
 * core waits for the other at the end. Few files are spread over the processes.
 */
export function batchesOf(paths: readonly string[], processes: number): string[][] {
  const alone = paths.filter((path) => ALONE.some((pattern) => pattern.test(path)))
  const shared = paths.filter((path) => !alone.includes(path))
  const size = Math.max(1, Math.ceil(shared.length / processes))
  return [
    ...alone.map((path) => [path]),
    ...slices(
      shared.filter((path) => !RULES.test(path)),
      Math.min(size, BATCH_MAX),
    ),
    ...slices(
      shared.filter((path) => RULES.test(path)),
      Math.min(size, RULES_BATCH_MAX),
    ),
  ]
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

function slices(paths: readonly string[], size: number): string[][] {
  const count = Math.ceil(paths.length / size)
  return Array.from({ length: count }, (_, number) => paths.slice(number * size, (number + 1) * size))
}
