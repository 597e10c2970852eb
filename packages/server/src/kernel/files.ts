import type { Readable } from 'node:stream'

/** A file that came with a request, already on disk; deleted when the request ends unless it was kept. */
export interface UploadedFile {
  /** The form field, as `files[0]`. */
  readonly field: string
  /** n of `files[n]`; null for other fields. */
  readonly index: number | null
  /** Base name without path tricks. */
  readonly filename: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly path: string
  /** Of a picture: a ThumbHash in base64, where one could be made. */
  readonly placeholder?: string
}

export interface StoredFile {
  readonly sizeBytes: number
  /** Bytes from `start` to `end`, both included. */
  read(range?: { start: number; end: number }): Readable
}

/** Where files live. Keys are `/`-separated names made by the platform, never by a caller. */
export interface FileStore {
  /** A folder for uploads in flight, on the same disk where that matters. */
  readonly uploadDir: string
  /** Takes an upload over under a key. */
  keep(upload: UploadedFile, key: string): Promise<void>
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Null when there is no such file. */
  open(key: string): Promise<StoredFile | null>
  remove(key: string): Promise<void>
  close(): Promise<void>
}
