import type { MigrationStep } from './migrate.ts'
import type { Store } from './store.ts'

/** A primary key that may hold snowflakes. Keys that refer to another table only repeat its ids. */
const SNOWFLAKE_KEY = /CREATE TABLE (\w+) \(\s*(\w+) BIGINT PRIMARY KEY/

/**
 * Returns the tables whose primary key is a snowflake, with that column, as the migrations of a dialect create them.
 */
export function tablesOfIds(
  migrations: readonly (readonly MigrationStep[])[],
  dialect: Store['dialect'],
): { table: string; column: string }[] {
  const statements = migrations.flat().flatMap((step) => (typeof step === 'string' ? [step] : step[dialect]))
  return statements.flatMap((statement) => {
    const [, table, column] = SNOWFLAKE_KEY.exec(statement) ?? []
    return table !== undefined && column !== undefined ? [{ table, column }] : []
  })
}

/** Returns the highest snowflake in the store. The platform date may lie before it, and ids must not repeat. */
export async function newestId(store: Store, migrations: readonly (readonly MigrationStep[])[]): Promise<bigint> {
  const highest = tablesOfIds(migrations, store.dialect).map(
    ({ table, column }) => `SELECT max(${column}) AS id FROM ${table}`,
  )
  const statement = `SELECT max(id) AS id FROM (${highest.join(' UNION ALL ')}) AS newest`
  const [row] = await store.read((session) => session.raw<{ id: bigint | number | null }>(statement))
  return BigInt(row?.id ?? 0)
}
