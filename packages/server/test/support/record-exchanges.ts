import { appendFileSync } from 'node:fs'
import { join } from 'node:path'

/** As `createPlatform` passes it to an observer. */
interface Exchange {
  readonly operation: string
  readonly url: string
  readonly status: number
  readonly input: unknown
  readonly files: readonly string[]
  readonly answer: string | null
}

/** Lines that one process writes at most: enough for every test file, and a bound for one that loops. */
const TOTAL_CHARS_MAX = 48 * 1024 * 1024
const LINE_CHARS_MAX = 512 * 1024
/** Exchanges recorded with the same operation and status: more of them show nothing new. */
const ALIKE_MAX = 400
const BUFFERED_CHARS_MAX = 256 * 1024

let recording: ((exchange: Exchange) => void) | undefined

/**
 * Returns an observer for `createPlatform` that writes each exchange as a line of JSON to a file of this process in
 * the folder that `GUILDHALL_TEST_EXCHANGES` names; undefined without that variable. All platforms of a process share
 * one file.
 */
export function recordExchanges(environment: NodeJS.ProcessEnv = process.env) {
  const folder = environment.GUILDHALL_TEST_EXCHANGES
  if (!folder) return undefined
  recording ??= recorder(join(folder, `${process.pid}.ndjson`))
  return recording
}

/** Writes lines to a file in large pieces, and the rest when the process ends. */
export function recorder(file: string): (exchange: Exchange) => void {
  const alike = new Map<string, number>()
  let buffered = ''
  let total = 0
  const flush = () => {
    if (buffered !== '') appendFileSync(file, buffered)
    buffered = ''
  }
  process.once('exit', flush)
  return (exchange) => {
    const key = `${exchange.operation} ${exchange.status}`
    const seen = alike.get(key) ?? 0
    if (seen >= ALIKE_MAX || total >= TOTAL_CHARS_MAX) return
    alike.set(key, seen + 1)
    const line = lineOf(exchange)
    if (line.length > LINE_CHARS_MAX) return
    total += line.length
    buffered += `${line}\n`
    if (buffered.length > BUFFERED_CHARS_MAX) flush()
  }
}

/** Omits an input that cannot be written: hostile tests send bodies nested deeper than any stack. */
function lineOf(exchange: Exchange): string {
  try {
    return JSON.stringify(exchange)
  } catch {
    return JSON.stringify({ ...exchange, input: undefined })
  }
}
