import type { Readable } from 'node:stream'

export interface Picture {
  readonly contentType: string
  readonly width: number
  readonly height: number
  readonly animated: boolean
  /** ThumbHash in base64; undefined when the picture could not be decoded, or not in time. */
  readonly placeholder?: string
}

/** A file that came with a request, already on disk; deleted when the request ends unless it was kept. */
export interface UploadedFile {
  /** The form field, as `files[0]`. */
  readonly field: string
  /** n of `files[n]`; null for other fields. */
  readonly index: number | null
  /** Base name without path tricks. */
  readonly filename: string
  readonly sizeBytes: number
  readonly path: string
  /** Facts of a picture, read from the file itself; undefined for any other file. */
  readonly picture?: Picture
}

export interface StoredFile {
  readonly sizeBytes: number
  /** Bytes from `start` to `end`, both included. */
  read(range?: { start: number; end: number }): Readable
}

/** Copies of all files under names, for copies of worlds. */
export interface FileCopies {
  /** Keeps a copy of all files under a name, in place of an older copy. */
  keep(name: string): Promise<void>
  /** Replaces all files by those of a copy; by none if there is no copy of the name. */
  put(name: string): Promise<void>
  /** Removes a copy; does nothing when there is none. */
  remove(name: string): Promise<void>
}

/** The removal of files that nothing refers to. Until it has ended, none of them is sent again. */
export interface RemoteRemoval {
  run(): Promise<void>
  /** Ends a removal that does not run. */
  cancel(): void
}

/**
 * Files behind a network, which no transaction waits for. All but `removal` and `isRemovedSince` fail with OVERLOADED
 * (503) while the store is away.
 */
export interface RemoteFiles {
  /** Whether other processes send and remove files too, whose order is not known here. */
  readonly isShared: boolean
  /** Sends a file. Returns a number that grows with each one. */
  send(key: string, content: UploadedFile | Uint8Array): Promise<number>
  /** Gives a file that was sent another key too. */
  copy(from: string, to: string): Promise<void>
  /** Announces the removal of files, and returns it. */
  removal(keys: readonly string[]): RemoteRemoval
  /** Whether a removal of the file was announced after a file of this number was sent. */
  isRemovedSince(key: string, sent: number): boolean
}

/** Storage of files. Keys are `/`-separated names made by the platform, never by a caller. */
export interface FileStore {
  /** A folder for uploads in flight, on the same disk where that matters. */
  readonly uploadDir: string
  /** Files behind a network; null for files on a disk of this machine, which transactions wait for. */
  readonly remote: RemoteFiles | null
  /** Sets the bytes that uploads leave free on the disk. */
  setReserve(bytes: number): void
  /** Returns the bytes that are free on the disk; null where it is not known. */
  freeBytes(): Promise<number | null>
  /**
   * Claims room on the disk for bytes that are about to be written. Returns a function that gives the claim back.
   * @throws OVERLOADED (503) if that would leave less than the reserve
   */
  claim(bytes: number): Promise<() => void>
  /** Takes an upload over under a key. */
  keep(upload: UploadedFile, key: string): Promise<void>
  write(key: string, bytes: Uint8Array): Promise<void>
  /** Null when there is no such file. */
  open(key: string): Promise<StoredFile | null>
  /** Removes a file; does nothing when there is none. */
  remove(key: string): Promise<void>
  /** Lists the keys below a folder, `''` for all, in no order. */
  list(folder: string): AsyncIterable<string>
  /** Null for files that are not copied. */
  readonly copies: FileCopies | null
  close(): Promise<void>
}
