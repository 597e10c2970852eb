/** Users that one file may name. */
const USERS_MAX = 100_000
/** Faults told of one file: who has more wrong has sent something else. */
const FAULTS_MAX = 100
const SNOWFLAKE_MAX = 2n ** 63n - 1n

/** What a file of target users says. */
export interface TargetUsersFile {
  /** Each once, in the order of the file. */
  readonly ids: readonly bigint[]
  /** Cells that are no user ids, by their lines: nothing of the file is taken. */
  readonly faults: readonly string[]
  /** What keeps the file from being read as CSV to its end; found while it is processed. */
  readonly broken: string | null
}

/**
 * Reads a CSV of one column: a header that is any text but a snowflake, then one user id a line, LF or CRLF, with or
 * without a byte order mark; blank lines and repeated ids are passed over. [INV-1] [INV-2]
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

/** A cell without its quotes; null where a quote is never closed, or closed in the middle. */
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

/** The file as it is given back. [INV-1] */
export function targetUsersCsv(ids: readonly string[]): string {
  return `${['user_id', ...ids].join('\n')}\n`
}
