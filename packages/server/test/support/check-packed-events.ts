import assert from 'node:assert/strict'
import { join } from 'node:path'
import { packEvents, unpackEvents } from '../../src/adapters/cluster-bus/event-text.ts'
import type { Event } from '../../src/kernel/event.ts'
import { recordingTo } from './recording.ts'

/** Events of one type that a process checks: more of them rarely show another payload, and cost time. */
const ALIKE_MAX = 40

const checked = new Map<string, number>()
let record: ((key: string, lineOf: () => string) => void) | undefined

/**
 * Returns an observer for `createPlatform` that compares events with those that another node would read from their
 * text. A difference fails the test that runs. With `GUILDHALL_TEST_EVENTS=FOLDER` it checks every event, and writes
 * its key and length as a line to `types-PID.ndjson` in that folder.
 */
export function checkPackedEvents(environment: NodeJS.ProcessEnv = process.env): (event: Event) => void {
  const folder = environment.GUILDHALL_TEST_EVENTS
  if (folder) record ??= recordingTo(join(folder, `types-${process.pid}.ndjson`), Number.POSITIVE_INFINITY)
  return (event) => {
    const { key } = event.type
    const count = checked.get(key) ?? 0
    if (!folder && count >= ALIKE_MAX) return
    checked.set(key, count + 1)
    try {
      const length = check(event)
      record?.(key, () => JSON.stringify({ key, length }))
    } catch (error) {
      // A listener of the bus must not throw; the runner takes this for a failure of the test.
      queueMicrotask(() => {
        throw new Error(`the event ${key} does not come back from its text`, { cause: error })
      })
    }
  }
}

/** @returns characters of the event's text */
function check(event: Event): number {
  const { topic, version } = event
  const text = packEvents([event])
  // The list of types would load half of the server in each process of tests; its own test compares it with the source.
  const types = new Map([[event.type.key, event.type]])
  assert.deepStrictEqual(unpackEvents(types, { topic, version, text }).map(fieldsOf), [fieldsOf(event)])
  return text.length
}

/** An event of another node parses its payload when it is read. */
const fieldsOf = ({ type, topic, version, guildId, payload }: Event): Event => ({
  type,
  topic,
  version,
  guildId,
  payload,
})
