import { join } from 'node:path'
import { recordingTo } from './recording.ts'

/** As `createPlatform` passes it to an observer. */
interface Exchange {
  readonly operation: string
  readonly url: string
  readonly status: number
  readonly input: unknown
  readonly files: readonly string[]
  readonly answer: string | null
}

/** Exchanges recorded with the same operation and status. */
const ALIKE_MAX = 400

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

function recorder(file: string): (exchange: Exchange) => void {
  const record = recordingTo(file, ALIKE_MAX)
  return (exchange) => record(`${exchange.operation} ${exchange.status}`, () => lineOf(exchange))
}

/** Omits an input that cannot be written: hostile tests send bodies nested deeper than any stack. */
function lineOf(exchange: Exchange): string {
  try {
    return JSON.stringify(exchange)
  } catch {
    return JSON.stringify({ ...exchange, input: undefined })
  }
}
