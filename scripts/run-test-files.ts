/**
 * Runs the given test files by Node's runner, in their order, and exits with 1 if one fails. `node --test` would sort
 * them, so that a long file at the end leaves a core without work.
 */
import { run } from 'node:test'
import report from './test-reporter.ts'

/** Test files that run side by side. More do not help: the platforms that they start share the machine's cores. */
const CONCURRENCY = 2
const FILE_TIMEOUT_MS = 2 * 60_000

const files = process.argv.slice(2)
const events = run({ files, concurrency: CONCURRENCY, timeout: FILE_TIMEOUT_MS })
events.on('test:fail', ({ todo }) => {
  if (todo === undefined || todo === false) process.exitCode = 1
})
events.compose(report).pipe(process.stdout)
