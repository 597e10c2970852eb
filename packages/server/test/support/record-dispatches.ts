import { join } from 'node:path'
import { RawGateway, type ReceivedDispatch } from '@guildhall/testing'
import { recordingTo } from './recording.ts'

/** Dispatches recorded with the same event, receiver and set of fields. */
const ALIKE_MAX = 60

/**
 * Writes the dispatches that the test clients of this process receive as lines of JSON to `events-PID.ndjson` in the
 * folder that `GUILDHALL_TEST_EXCHANGES` names; does nothing without that variable.
 */
export function recordDispatches(environment: NodeJS.ProcessEnv = process.env): void {
  const folder = environment.GUILDHALL_TEST_EXCHANGES
  if (!folder || RawGateway.observe) return
  const record = recordingTo(join(folder, `events-${process.pid}.ndjson`), ALIKE_MAX)
  RawGateway.observe = (dispatch) => record(keyOf(dispatch), () => JSON.stringify(dispatch))
}

function keyOf({ event, data, receiver }: ReceivedDispatch): string {
  return `${event} ${receiver} ${Object.keys(Object(data)).sort()}`
}
