/**
 * Runs the given test files by Node's runner, in their order, and exits with 1 if one fails. Those after `--postgres`
 * run on PostgreSQL, beside the others: the processor is never without work. `node --test` would sort
 * them, so that a long file at the end leaves a core without work. It would also load the server once for each file,
 * which takes longer than the tests of most files: files run in batches, each in one process.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { run } from 'node:test'
import { pathToFileURL } from 'node:url'
import { batchesOf } from './test-batches.ts'
import { reporterOf } from './test-reporter.ts'

/** Processes side by side: one more than the usual two cores, because tests also wait for browsers and restarts. */
const CONCURRENCY = 3
const FILE_TIMEOUT_MS = 4 * 60_000
/** A guard for a process that no longer reaches the timeouts of its files. */
const PROCESS_TIMEOUT_MS = 3 * FILE_TIMEOUT_MS

const args = process.argv.slice(2)
const boundary = args.includes('--postgres') ? args.indexOf('--postgres') : args.length
const onPostgres = args.slice(boundary + 1)
/** Environment of tests on PostgreSQL. The contract check reads the exchanges of the other tests. */
const POSTGRES = `process.env.GUILDHALL_TEST_STORE = 'postgres'\ndelete process.env.GUILDHALL_TEST_EXCHANGES\n`

const folder = mkdtempSync(join(tmpdir(), 'guildhall-test-batches-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const names: string[] = []
const batches = [
  ...batchesOf(args.slice(0, boundary), CONCURRENCY).map((batch) => batch.map((path) => testOfFile(path, path))),
  ...batchesOf(onPostgres, CONCURRENCY).map((batch) => [
    POSTGRES,
    ...batch.map((path) => testOfFile(path, `${path} on PostgreSQL`)),
  ]),
]
const files = batches.map((code, number) => {
  const file = join(folder, `${number}.mjs`)
  writeFileSync(file, `import { test } from 'node:test'\n${code.join('')}`)
  return file
})

const fail = () => {
  process.exitCode = 1
}
const events = run({ files, concurrency: CONCURRENCY, timeout: PROCESS_TIMEOUT_MS })
events.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) fail()
})
events.compose(reporterOf(names, fail)).pipe(process.stdout)

/**
 * Returns code that runs a test file as a test with a name. The file's own tests become parts of that test, and its
 * hooks run before and after it, so that the files of a batch run one after the other.
 */
function testOfFile(path: string, name: string): string {
  names.push(name)
  const [title, url] = [name, pathToFileURL(resolve(path)).href].map((text) => JSON.stringify(text))
  return `await test(${title}, { timeout: ${FILE_TIMEOUT_MS} }, () => import(${url}).then(() => undefined))\n`
}
