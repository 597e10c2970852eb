/** SQLITE_IOERR, such as for an index of a journal without room, and SQLITE_FULL. */
const SQLITE_FAULTS = [10, 13]

/** Returns whether a disk that is full, or that cannot be read and written, is the cause of an error. */
export function isDiskFault(error: unknown): boolean {
  const { code, errcode = 0 } = error as { code?: unknown; errcode?: number }
  return code === 'ENOSPC' || SQLITE_FAULTS.includes(errcode & 0xff)
}
