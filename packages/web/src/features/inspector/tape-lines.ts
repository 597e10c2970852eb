import type { TapeRecord } from './control-types.ts'

/** One line of the tape's stream: a record, or a number of records that this page was too slow for. */
export type TapeLine = TapeRecord | { readonly lost: number }

/** Longest line that is kept until its end comes. A record without details has a few hundred bytes. */
const LINE_MAX_CHARS = 1_000_000

/** Reads the lines of a stream of JSON texts. Empty lines keep the connection alive and are skipped. */
export async function readLines(body: ReadableStream<Uint8Array>, received: (line: TapeLine) => void): Promise<void> {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    rest += decoder.decode(value, { stream: true })
    const lines = rest.split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > LINE_MAX_CHARS) throw new Error('The server sent a line without an end.')
    for (const line of lines) if (line.trim() !== '') received(JSON.parse(line) as TapeLine)
  }
}
