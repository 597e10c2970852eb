import { appendFileSync } from 'node:fs'

/** Characters that one process writes to a file at most: enough for every test file, and a bound for one that loops. */
const TOTAL_CHARS_MAX = 48 * 1024 * 1024
const LINE_CHARS_MAX = 512 * 1024
const BUFFERED_CHARS_MAX = 256 * 1024

/**
 * Returns a function that writes lines to a file in large pieces, and the rest when the process ends.
 * @param alikeMax lines with an equal key: more of them show nothing new
 */
export function recordingTo(file: string, alikeMax: number): (key: string, lineOf: () => string) => void {
  const alike = new Map<string, number>()
  let buffered = ''
  let total = 0
  const flush = () => {
    if (buffered !== '') appendFileSync(file, buffered)
    buffered = ''
  }
  process.once('exit', flush)
  return (key, lineOf) => {
    const seen = alike.get(key) ?? 0
    if (seen >= alikeMax || total >= TOTAL_CHARS_MAX) return
    alike.set(key, seen + 1)
    const line = lineOf()
    if (line.length > LINE_CHARS_MAX) return
    total += line.length
    buffered += `${line}\n`
    if (buffered.length > BUFFERED_CHARS_MAX) flush()
  }
}
