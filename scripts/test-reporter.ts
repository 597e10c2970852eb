/**
 * A reporter for batches of test files, in which each file is a test with a name: failures in full with the
 * output of their process, each skipped test with its reason, and the runner's own closing figures. Passing tests are
 * one line per file, since several hundred lines of success would hide a skip. The caller prints the failures again
 * at the end, where a log that was cut still has them.
 */
import { relative, resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

const PRINTED_MAX_CHARS = 16_000
const COUNTS = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /

type Report = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>['data']

/** Result of a run: names of the files that failed or never ended, the text of each failure, and times by file. */
export interface Outcome {
  readonly failed: Set<string>
  readonly failures: string[]
  readonly durationsMs: Map<string, number>
}

/**
 * Returns a reporter.
 * @param names of the files' tests; those without a result at the end have failed
 * @param outcome filled by the run, complete when the reporter ends
 */
export const reporterOf = (names: readonly string[], outcome: Outcome) =>
  async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
    const skips: string[] = []
    const counts: string[] = []
    const printed = new Map<string, string>()
    const missing = new Set(names)
    /** Tests of the file that reports. The runner passes the events of one process on before those of the next. */
    let ofFile = { passed: 0, tests: 0 }
    for await (const { type, data } of events) {
      if (type === 'test:stdout' || type === 'test:stderr') {
        const file = resolve(data.file) // Relative here, absolute in the other events.
        printed.set(file, ((printed.get(file) ?? '') + data.message).slice(-PRINTED_MAX_CHARS))
      } else if (type === 'test:pass' || type === 'test:fail') {
        const reason = data.skip ?? data.todo
        const kind = data.skip === undefined ? 'todo' : 'skip'
        if (reason !== undefined) skips.push(`${kind}  ${title(data)}: ${reason === true ? 'no reason given' : reason}`)
        else if (type === 'test:fail') yield* noteFailure(outcome, failure(data))
        if (data.nesting === 0) {
          missing.delete(data.name)
          if (type === 'test:fail' && reason === undefined) outcome.failed.add(data.name)
          if (names.includes(data.name)) {
            outcome.durationsMs.set(data.name, data.details.duration_ms)
            yield fileLine(data, type === 'test:pass', ofFile)
          }
          ofFile = { passed: 0, tests: 0 }
        } else if (data.details.type !== 'suite') {
          ofFile.tests += 1
          if (type === 'test:pass') ofFile.passed += 1
        }
      } else if (type === 'test:summary' && data.file !== undefined) {
        if (!data.success && printed.has(data.file)) yield `${printed.get(data.file)?.trimEnd()}\n\n`
        printed.delete(data.file)
      } else if (type === 'test:diagnostic' && data.nesting === 0 && COUNTS.test(data.message)) {
        counts.push(data.message)
      }
    }
    // Processes that ended without a summary crashed, or never ended.
    for (const text of printed.values()) yield `${text.trimEnd()}\n\n`
    for (const name of missing) {
      outcome.failed.add(name)
      yield* noteFailure(
        outcome,
        `✖ ${name}\n    Its process ended, or reached its timeout, before this file was done.\n\n`,
      )
    }
    yield `\n${skips.length} skipped${skips.length > 0 ? ':' : ''}\n${skips.map((line) => `${line}\n`).join('')}\n`
    yield counts.map((line) => `ℹ ${line}\n`).join('')
  }

function* noteFailure(outcome: Outcome, text: string): Generator<string> {
  if (text === '') return
  outcome.failures.push(text)
  yield text
}

function fileLine({ name, details }: Report, success: boolean, counts: { passed: number; tests: number }): string {
  const seconds = (details.duration_ms / 1000).toFixed(1)
  return `${success ? '✔' : '✖'} ${name} ${counts.passed}/${counts.tests} (${seconds} s)\n`
}

function failure(data: Report): string {
  const error = 'error' in data.details ? data.details.error : undefined
  // A suite fails because of its tests, which were reported.
  if (error && 'failureType' in error && error.failureType === 'subtestsFailed') return ''
  const cause = error?.cause ?? error
  const text = typeof cause === 'string' ? cause : inspect(cause, { depth: 6 })
  return `✖ ${title(data)}\n${text.replace(/^/gm, '    ')}\n\n`
}

function title({ name, nesting, file, line }: Report): string {
  return file === undefined || nesting === 0 ? name : `${name} (${relative(process.cwd(), file)}:${line ?? 1})`
}
