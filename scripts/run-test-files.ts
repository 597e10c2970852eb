/**
 * Runs the given test files by Node's runner, the longest first, and exits with 1 if one fails. Those after
 * `--postgres` run on PostgreSQL, and those after `--nodes` with platforms of two nodes, beside the others: the
 * processor is never without work. `node --test` would sort
 * them, so that a long file at the end leaves a core without work. It would also load the server once for each file,
 * which takes longer than the tests of most files: files run in batches, each in one process.
 *
 * A few files that fail beside others run a second time, alone. A file that passes then depends on how busy the
 * machine is, which is a fault to mend, but not a fault of the change under test. Such files are named and counted
 * last; the run fails from the third on.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import { batchesOf, longestFirst, spreadBetween } from './test-batches.ts'
import { keepDurations, secondsOf } from './test-durations.ts'
import { type Outcome, reporterOf } from './test-reporter.ts'

/**
 * Processes side by side: one more than cores, because tests also wait for browsers, the disk and restarts. With more
 * of them, tests of a usual machine would reach their timeouts.
 */
const CONCURRENCY = Math.min(availableParallelism() + 1, 6)
const FILE_TIMEOUT_MS = 6 * 60_000
/** A guard for a process that no longer reaches the timeouts of its files. */
const PROCESS_TIMEOUT_MS = 2 * FILE_TIMEOUT_MS
/** Time in which a process ends after its last test, or its files have left something open. */
const END_MAX_MS = 15_000
/** Code before the tests of a process: files add what to close after the last of them, such as a browser they share. */
const BEGIN = `import { beginFile, endFile } from ${JSON.stringify(new URL('test-scopes.ts', import.meta.url).href)}
const { test } = await import('node:test')
const ends = (globalThis[Symbol.for('guildhall.test.end')] = [])\n`
/**
 * Code after the tests of a process. A file whose set-up failed cannot close what it opened: without this, its process
 * would end by the guard above.
 */
const endOf = (names: readonly string[]) => `for (const end of ends) await end()
setTimeout(async () => {
  const { leftOpen } = await import(${JSON.stringify(new URL('left-open.ts', import.meta.url).href)})
  const files = ${JSON.stringify(names.join(', '))}
  console.error(['left open after the last test of ' + files + ':', ...leftOpen()].join('\\n  '))
  process.exit(1)
}, ${END_MAX_MS}).unref()
`
/** Files that may fail beside others and pass alone. */
const UNSTEADY_MAX = 4
/** With more failed files than this the change under test is at fault, not the machine. */
const RETRIED_MAX = 6
const REPEATED_MAX_CHARS = 3000
/** Files that are named as the slowest ones, where more than these ran. */
const SLOWEST_MAX = 15

const args = process.argv.slice(2)
/** Environment of tests on PostgreSQL. The contract check reads the exchanges of the other tests. */
const POSTGRES = `process.env.GUILDHALL_TEST_STORE = 'postgres'\ndelete process.env.GUILDHALL_TEST_EXCHANGES\n`
const NODES = `${POSTGRES}process.env.GUILDHALL_TEST_NODES = '2'\n`

const folder = mkdtempSync(join(tmpdir(), 'guildhall-test-batches-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/** A test file with its name in the report, and the code that its process starts with. */
interface TestFile {
  readonly name: string
  readonly path: string
  readonly before: string
}
const plain = filesAfter(null).map((path) => ({ name: path, path, before: '' }))
const onPostgres = filesAfter('--postgres').map((path) => ({ name: `${path} on PostgreSQL`, path, before: POSTGRES }))
const onNodes = filesAfter('--nodes').map((path) => ({ name: `${path} on two nodes`, path, before: NODES }))
const all = [...plain, ...onPostgres, ...onNodes]

const again = [...inBatches(onPostgres), ...inBatches(onNodes)]
const first = await runBatches(spreadBetween(inBatches(plain), again), CONCURRENCY)
if (all.length > SLOWEST_MAX) console.log(slowest(first.durationsMs))
if (process.env.GUILDHALL_TEST_WHOLE === '1') keepDurations(first.durationsMs)
const retried = all.filter(({ name }) => first.failed.has(name))
let failures = first.failures
let unsteady: readonly TestFile[] = []
if (retried.length > 0 && retried.length <= RETRIED_MAX) {
  console.log(`\n${retried.length} of ${all.length} test files failed, and run once more, alone:`)
  const second = await runBatches(
    retried.map((file) => [file]),
    1,
  )
  unsteady = retried.filter(({ name }) => !second.failed.has(name))
  if (unsteady.length > 0) console.log(`\nThe first failures were:\n${first.failures.map(shortened).join('')}`)
  failures = second.failures
  if (second.failed.size > 0) process.exitCode = 1
} else if (retried.length > 0) process.exitCode = 1
// A process that failed after its last test: it crashed, or its files left something open.
const names = new Set(all.map(({ name }) => name))
if ([...first.failed].some((name) => !names.has(name))) process.exitCode = 1
if (unsteady.length > UNSTEADY_MAX) process.exitCode = 1
if (process.exitCode === 1) console.log(`\nFailed:\n${failures.map(shortened).join('')}`)
if (unsteady.length > 0) {
  console.log(`\n${unsteady.length} files failed beside others and passed alone; ${UNSTEADY_MAX} may:`)
  for (const { name } of unsteady) console.log(`  ${name}`)
}

/** Returns the files after an option, or before any, up to the next option. */
function filesAfter(option: string | null): string[] {
  const from = option === null ? 0 : args.indexOf(option) + 1
  if (option !== null && from === 0) return []
  const rest = args.slice(from)
  const end = rest.findIndex((arg) => arg.startsWith('--'))
  return end < 0 ? rest : rest.slice(0, end)
}

function inBatches(files: readonly TestFile[]): TestFile[][] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const seconds = (path: string) => secondsOf(byPath.get(path)?.name ?? path)
  const batches = longestFirst(batchesOf([...byPath.keys()], CONCURRENCY, seconds), seconds)
  return batches.map((paths) => paths.flatMap((path) => byPath.get(path) ?? []))
}

/** Runs batches of files, each batch in one process, and prints a report. */
async function runBatches(batches: readonly TestFile[][], concurrency: number): Promise<Outcome> {
  const files = batches.map((batch, number) => {
    const file = join(folder, `${concurrency}-${number}.mjs`)
    const code = batch.map(({ name, path }) => testOfFile(name, path)).join('')
    writeFileSync(file, `${BEGIN}${batch[0]?.before}${code}${endOf(batch.map(({ name }) => name))}`)
    return file
  })
  const outcome: Outcome = { failed: new Set(), failures: [], durationsMs: new Map() }
  const names = batches.flat().map(({ name }) => name)
  const events = run({ files, concurrency, timeout: PROCESS_TIMEOUT_MS })
  for await (const text of events.compose(reporterOf(names, outcome))) process.stdout.write(text)
  return outcome
}

/** Returns which files took longest: those are worth shortening. */
function slowest(durationsMs: Outcome['durationsMs']): string {
  const sorted = [...durationsMs].sort(([, one], [, other]) => other - one).slice(0, SLOWEST_MAX)
  const lines = sorted.map(([name, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${name}`)
  return `Slowest files:\n${lines.join('\n')}\n`
}

function shortened(failure: string): string {
  return failure.length <= REPEATED_MAX_CHARS ? failure : `${failure.slice(0, REPEATED_MAX_CHARS)} …\n\n`
}

/**
 * Returns code that runs a test file as a test with a name. The file's own tests become parts of that test, and its
 * hooks run before and after it, so that the files of a batch run one after the other.
 */
function testOfFile(name: string, path: string): string {
  const [title, url] = [name, pathToFileURL(resolve(path)).href].map((text) => JSON.stringify(text))
  return `await test(${title}, { timeout: ${FILE_TIMEOUT_MS} }, () => {
  beginFile()
  return import(${url}).then(() => undefined)
})
endFile()
`
}
