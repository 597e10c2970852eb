import type { Readable } from 'node:stream'
import type { Snowflake } from '@guildhall/protocol'
import type { Work } from './work.ts'

/** A whole backup in the folder or bucket of backups. */
export interface KeptBackup {
  readonly name: string
  readonly bytes: number
  /** Wall-clock time, ISO 8601. */
  readonly created_at: string
  readonly encrypted: boolean
}

/** A backup that is read. */
export interface OpenBackup {
  readonly bytes: number
  read(range?: { readonly start: number; readonly end: number }): Readable
}

/** Backups that a platform makes and keeps. */
export interface Backups {
  /** Whether the platform has a data folder, and so something to back up. */
  readonly areKept: boolean
  /** Error of the last backup of this process; null if it was made, and before the first one. */
  readonly lastError: string | null
  /** Returns whether there should have been a daily backup in the last two days, and none is kept. */
  isLate(): Promise<boolean>
  /** Lists whole backups, the newest first. @throws OVERLOADED (503) while a bucket cannot be used */
  list(): Promise<readonly KeptBackup[]>
  /** Lists them as far as is known: for a bucket, since a minute ago, and without a failure while it is away. */
  known(): Promise<readonly KeptBackup[]>
  /** Begins a backup, in a process beside this one, with the commit of a unit of work. Its job has the result. */
  begin(work: Work, jobId: Snowflake): Promise<void>
  /**
   * Returns the bytes of a backup; null if there is none of the name. Both ends of a range are included.
   * @throws OVERLOADED (503) as `list` does
   */
  open(name: string): Promise<OpenBackup | null>
}
