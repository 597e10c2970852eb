import type { StoreValue } from '../../kernel/store/statement.ts'
import type { Store, StoreSession } from '../../kernel/store/store.ts'

/** A column of a table, as the store declares it. */
interface StoredColumn {
  readonly name: string
  /** Integers of these columns can be beyond what JSON numbers hold. */
  readonly isBig: boolean
}

/** A table that a backup contains. */
export interface StoredTable {
  readonly name: string
  readonly columns: readonly StoredColumn[]
}

type Row = Readonly<Record<string, StoreValue>>

/** Rows that are in memory at once. */
const ROWS = 250
/** Column that orders the rows of SQLite; no table has one of this name. */
const ROWID = 'rowid'

/**
 * Tables that are left out: the text index, which each dialect keeps in its own form and which the first search of a
 * guild makes anew, leases of processes, sessions, calls and shared screens of nodes, and the log of the last minutes
 * by which nodes tell each other events.
 */
const LEFT_OUT =
  /^(?:text_(?:index|places).*|search_guilds|nodes|node_.*|webhook_owners|voice_.*|private_calls|stream.*|event_log.*|sqlite_.*)$/
/** Tables that others refer to. PostgreSQL checks a reference when a row is inserted. */
const REFERRED_TO = ['invites', 'invite_target_lists']

const NAMES: Readonly<Record<Store['dialect'], string>> = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table'",
  postgres: 'SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = current_schema()',
}
const COLUMNS: Readonly<Record<Store['dialect'], (table: string) => string>> = {
  sqlite: (table) => `SELECT name, type FROM pragma_table_info('${table}') ORDER BY cid`,
  postgres: (table) =>
    `SELECT column_name::text AS name, data_type::text AS type FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = '${table}' ORDER BY ordinal_position`,
}

/** Returns the tables of a store by name, in an order in which they can be filled. */
export async function listTables(session: StoreSession, dialect: Store['dialect']): Promise<StoredTable[]> {
  const names = (await session.raw<{ name: string }>(NAMES[dialect])).map(({ name }) => name)
  const kept = names.filter((name) => !LEFT_OUT.test(name)).sort()
  const ordered = [
    ...REFERRED_TO.filter((name) => kept.includes(name)),
    ...kept.filter((name) => !REFERRED_TO.includes(name)),
  ]
  const tables: StoredTable[] = []
  for (const name of ordered) {
    const columns = await session.raw<{ name: string; type: string }>(COLUMNS[dialect](name))
    tables.push({
      name,
      columns: columns.map((column) => ({ name: column.name, isBig: column.type.toLowerCase() === 'bigint' })),
    })
  }
  return tables
}

/** Returns the number of the newest migration of a store; 0 for an empty one. */
export async function migrationOf(session: StoreSession, dialect: Store['dialect']): Promise<number> {
  const names = await session.raw<{ name: string }>(NAMES[dialect])
  if (!names.some(({ name }) => name === 'migrations')) return 0
  const [row] = await session.raw<{ newest: number | null }>('SELECT max(number) AS newest FROM migrations')
  return Number(row?.newest ?? 0)
}

/** Reads the rows of a table, the same ones in the same order in each reading of one snapshot. */
export async function* rowsOf(
  session: StoreSession,
  dialect: Store['dialect'],
  { name, columns }: StoredTable,
): AsyncGenerator<Row[]> {
  const list = columns.map((column) => `"${column.name}"`).join(', ')
  if (dialect === 'sqlite') {
    const page = `SELECT ${ROWID} AS "@", ${list} FROM ${name} WHERE ${ROWID} > ? ORDER BY ${ROWID} LIMIT ${ROWS}`
    for (let after: StoreValue = -(2n ** 63n); ; ) {
      const rows: Row[] = await session.raw<Row>(page, [after])
      if (rows.length === 0) return
      yield rows
      after = rows.at(-1)?.['@'] ?? null
    }
  }
  await session.raw(`DECLARE backup_rows NO SCROLL CURSOR FOR SELECT ${list} FROM ${name}`)
  try {
    for (;;) {
      const rows = await session.raw<Row>(`FETCH ${ROWS} FROM backup_rows`)
      if (rows.length === 0) return
      yield rows
    }
  } finally {
    await session.raw('CLOSE backup_rows')
  }
}

/** Returns the line of a row: integers that JSON numbers may not hold are texts of digits. */
export function lineOf({ columns }: StoredTable, row: Row): string {
  const fields: Record<string, unknown> = {}
  for (const { name } of columns) {
    const value = row[name]
    fields[name] = typeof value === 'bigint' ? value.toString() : value
  }
  return `${JSON.stringify(fields)}\n`
}

/**
 * Returns the values of a line in the order of the columns.
 *
 * @throws SyntaxError for a line that is no row of the table
 */
export function valuesOf({ name, columns }: StoredTable, line: string): StoreValue[] {
  const row: unknown = JSON.parse(line)
  if (typeof row !== 'object' || row === null || Object.keys(row).length !== columns.length)
    throw new SyntaxError(`A line of ${name} is no row of it`)
  return columns.map((column) => {
    const value = (row as Record<string, unknown>)[column.name]
    if (value === null) return null
    if (column.isBig && typeof value === 'string' && /^-?\d{1,19}$/.test(value)) return BigInt(value)
    if (!column.isBig && (typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value))))
      return value
    throw new SyntaxError(`A line of ${name} has no value in ${column.name}`)
  })
}

/** Values of one statement: both stores take more. */
const VALUES_MAX = 10_000

/** Inserts rows into a table. */
export async function insertRows(
  session: StoreSession,
  { name, columns }: StoredTable,
  { dialect, rows }: { dialect: Store['dialect']; rows: readonly StoreValue[][] },
): Promise<void> {
  const list = columns.map((column) => `"${column.name}"`).join(', ')
  const perStatement = Math.max(1, Math.floor(VALUES_MAX / Math.max(1, columns.length)))
  for (let start = 0; start < rows.length; start += perStatement) {
    const part = rows.slice(start, start + perStatement)
    let slot = 0
    const slots = part
      .map((row) => `(${row.map(() => (dialect === 'sqlite' ? '?' : `$${++slot}`)).join(', ')})`)
      .join(', ')
    await session.raw(`INSERT INTO ${name} (${list}) VALUES ${slots}`, part.flat())
  }
}
