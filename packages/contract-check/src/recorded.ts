/** HTTP exchanges and gateway dispatches that the tests recorded, as lines of JSON. */
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

export interface Exchange {
  readonly operation: string
  readonly url: string
  readonly status: number
  readonly input?: unknown
  readonly files: readonly string[]
  readonly answer: string | null
}

/** A dispatch of the gateway as a test client received it. */
export interface Dispatch {
  readonly event: string
  readonly data: unknown
  /** `bot`, `person` or `game`: payloads differ. */
  readonly receiver: string
}

/** Start of the names of files that hold dispatches. */
const DISPATCHES = 'events-'

/** Reads every exchange in a folder, one process after the other. */
export function readExchanges(folder: string): AsyncGenerator<Exchange> {
  return readRecorded<Exchange>(folder, (name) => !name.startsWith(DISPATCHES))
}

/** Reads every dispatch in a folder, one process after the other. */
export function readDispatches(folder: string): AsyncGenerator<Dispatch> {
  return readRecorded<Dispatch>(folder, (name) => name.startsWith(DISPATCHES))
}

/** A last line that a kill cut short is ignored. */
async function* readRecorded<T>(folder: string, selected: (name: string) => boolean): AsyncGenerator<T> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ndjson') && selected(name)).sort()
  for (const name of files) {
    for await (const line of createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Infinity })) {
      const entry = parse<T>(line)
      if (entry) yield entry
    }
  }
}

function parse<T>(line: string): T | null {
  try {
    return JSON.parse(line) as T
  } catch {
    return null
  }
}
