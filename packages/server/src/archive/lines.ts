import { StringDecoder } from 'node:string_decoder'
import { ArchiveError } from './archive-error.ts'

/** Characters of a line: far beyond a row that the platform stores. */
const LINE_MAX = 256 * 1024 * 1024

/**
 * Splits bytes into lines, without their ends. Unlike readline it passes errors of the bytes on.
 *
 * @throws ArchiveError for a line that is too long, and without an end of the last line
 */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const chunk of bytes) {
    const lines = (rest + decoder.write(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length))).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length > LINE_MAX) throw new ArchiveError('The archive is refused: it has a line without an end.')
  }
  if (rest + decoder.end() !== '') throw new ArchiveError('The archive is damaged: a line is cut off.')
}
