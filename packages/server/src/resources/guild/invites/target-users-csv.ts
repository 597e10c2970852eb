/** Users that one file may contain. */
const USERS_MAX = 100_000
/** Reported faults of one file. A file with more faults is probably no list of users at all. */
const FAULTS_MAX = 100
const SNOWFLAKE_MAX = 2n ** 63n - 1n

/** Content of a file with target users. */
export interface TargetUsersFile {
  /** Without duplicates, in the order of the file. */
  readonly ids: readonly bigint[]
  /** Faults by line; a file with faults is rejected. */
  readonly faults: readonly string[]
  /** Error that stops reading the file as CSV. The job reports it, not the response. */
  readonly broken: string | null
}

/**
 * Reads a CSV of one column: a header, which can be any text except a snowflake, then one user id per line. Accepts LF,
 * CRLF and a byte order mark, and ignores blank lines and duplicates. [INV-1] [INV-2]
 */
export function readTargetUsers(text: string): TargetUsersFile {
  const ids = new Set<bigint>()
  const faults: string[] = []
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)
  let header = true
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue
    const cell = cellOf(line)
    if (cell === null) return { ids: [...ids], faults, broken: `Failed to parse CSV file: line ${index + 1}` }
    const fault = faultOf(cell)
    if (fault === null) ids.add(BigInt(cell))
    else if (!header && faults.length < FAULTS_MAX) faults.push(`Line ${index + 1}: ${fault}`)
    header = false
    if (ids.size > USERS_MAX)
      return { ids: [], faults: [`Line ${index + 1}: more than ${USERS_MAX} users`], broken: null }
  }
  if (ids.size === 0 && faults.length === 0) faults.push(`Line ${lines.length}: no user ID in the file`)
  return { ids: [...ids], faults, broken: null }
}

/** Returns a cell without its quotes; null for a quote that is not closed at the end of the cell. */
function cellOf(line: string): string | null {
  const text = line.trim()
  if (!text.includes('"')) return text
  const quoted = /^"((?:[^"]|"")*)"$/.exec(text)
  return quoted ? (quoted[1] ?? '').trim() : null
}

function faultOf(cell: string): string | null {
  if (!/^\d+$/.test(cell)) return 'invalid user ID format'
  const fits = cell.length <= 19 && BigInt(cell) > 0n && BigInt(cell) <= SNOWFLAKE_MAX
  return fits ? null : 'invalid user ID - must be a valid snowflake'
}

/** Returns the file that Get Target Users responds with. [INV-1] */
export function targetUsersCsv(ids: readonly string[]): string {
  return `${['user_id', ...ids].join('\n')}\n`
}
