/** HTTP exchanges that the tests recorded, as lines of JSON. */
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

/** Reads every exchange in a folder, one process after the other. A last line that a kill cut short is ignored. */
export async function* readExchanges(folder: string): AsyncGenerator<Exchange> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ndjson')).sort()
  for (const name of files) {
    for await (const line of createInterface({ input: createReadStream(join(folder, name)), crlfDelay: Infinity })) {
      const exchange = parse(line)
      if (exchange) yield exchange
    }
  }
}

function parse(line: string): Exchange | null {
  try {
    return JSON.parse(line) as Exchange
  } catch {
    return null
  }
}
