import { createHash } from 'node:crypto'

/** Size and SHA-256 of a file. */
export interface FileFacts {
  readonly sizeBytes: number
  readonly sha256: string
}

/** One end of a move of files: a folder or a bucket, used by no platform meanwhile. */
export interface FilesEnd {
  /** Name for the operator. */
  readonly name: string
  list(): AsyncIterable<string>
  /** Returns the facts of a file as far as they are known without reading all of it; null without the file. */
  facts(key: string): Promise<FileFacts | null>
  /** Returns the facts of a file, of which it reads each byte; null without the file. */
  read(key: string): Promise<FileFacts | null>
  /** Writes the content of a file to a path where nothing is. Returns false without the file. */
  fetch(key: string, path: string): Promise<boolean>
  /** Stores the file of a path whole. */
  put(key: string, path: string, sizeBytes: number): Promise<void>
  /** Whether an earlier move to this end has not ended. */
  isMarked(): Promise<boolean>
  /** Marks this end: no platform starts on it until the mark is removed. */
  mark(): Promise<void>
  unmark(): Promise<void>
  close(): void
}

/** Returns size and SHA-256 of what a stream brings. */
export async function factsOf(content: AsyncIterable<Uint8Array>): Promise<FileFacts> {
  const hash = createHash('sha256')
  let sizeBytes = 0
  for await (const chunk of content) {
    hash.update(chunk)
    sizeBytes += chunk.length
  }
  return { sizeBytes, sha256: hash.digest('hex') }
}
