/** SQLITE_IOERR, such as for an index of a journal without room, and SQLITE_FULL. */
const SQLITE_FAULTS = [10, 13]
/** disk_full of PostgreSQL. */
const DISK_FULL = '53100'

/** Returns whether a disk that is full, or that cannot be read and written, is the cause of an error. */
export function isDiskFault(error: unknown): boolean {
  const { code, errcode = 0 } = error as { code?: unknown; errcode?: number }
  return code === 'ENOSPC' || code === DISK_FULL || SQLITE_FAULTS.includes(errcode & 0xff)
}
