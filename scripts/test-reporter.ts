/**
 * A reporter for Node's test runner: failures in full with the output of their file, each skipped test with its
 * reason, and the runner's own closing figures. Passing tests are one line per file, since several hundred lines of
 * success would hide a skip.
 */
import { relative, resolve } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'

const PRINTED_MAX_CHARS = 16_000
const COUNTS = /^(tests|suites|pass|fail|cancelled|skipped|todo|duration_ms) /

type Report = Extract<TestEvent, { type: 'test:pass' | 'test:fail' }>['data']

export default async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const skips: string[] = []
  const counts: string[] = []
  const printed = new Map<string, string>()
  for await (const { type, data } of events) {
    if (type === 'test:stdout' || type === 'test:stderr') {
      const file = resolve(data.file) // Relative here, absolute in the other events.
      printed.set(file, ((printed.get(file) ?? '') + data.message).slice(-PRINTED_MAX_CHARS))
    } else if (type === 'test:pass' || type === 'test:fail') {
      const reason = data.skip ?? data.todo
      const kind = data.skip === undefined ? 'todo' : 'skip'
      if (reason !== undefined) skips.push(`${kind}  ${title(data)}: ${reason === true ? 'no reason given' : reason}`)
      else if (type === 'test:fail' && isFile(data)) yield `✖ ${data.name}\n${printed.get(resolve(data.name)) ?? ''}\n`
      else if (type === 'test:fail') yield failure(data)
    } else if (type === 'test:summary' && data.file !== undefined) {
      yield fileLine(data.file, data)
      if (!data.success && printed.has(data.file)) yield `${printed.get(data.file)?.trimEnd()}\n\n`
      printed.delete(data.file)
    } else if (type === 'test:diagnostic' && data.nesting === 0 && COUNTS.test(data.message)) {
      counts.push(data.message)
    }
  }
  yield `\n${skips.length} skipped${skips.length > 0 ? ':' : ''}\n${skips.map((line) => `${line}\n`).join('')}\n`
  yield counts.map((line) => `ℹ ${line}\n`).join('')
}

function fileLine(
  file: string,
  {
    success,
    counts,
    duration_ms,
  }: { success: boolean; counts: { passed: number; tests: number }; duration_ms: number },
): string {
  const mark = success ? '✔' : '✖'
  return `${mark} ${relative(process.cwd(), file)} ${counts.passed}/${counts.tests} (${(duration_ms / 1000).toFixed(1)} s)\n`
}

function failure(data: Report): string {
  const error = 'error' in data.details ? data.details.error : undefined
  // A suite fails because of its tests, which were reported.
  if (error && 'failureType' in error && error.failureType === 'subtestsFailed') return ''
  const cause = error?.cause ?? error
  const text = typeof cause === 'string' ? cause : inspect(cause, { depth: 6 })
  return `✖ ${title(data)}\n${text.replace(/^/gm, '    ')}\n\n`
}

/** A file that crashed, or never ended, is itself reported as a test, and has no summary. */
function isFile({ name, file }: Report): boolean {
  return file !== undefined && resolve(name) === file
}

function title({ name, file, line }: Report): string {
  return file === undefined ? name : `${name} (${relative(process.cwd(), file)}:${line ?? 1})`
}
