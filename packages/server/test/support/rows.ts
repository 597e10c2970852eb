/** A platform whose rows a test may write itself. */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { StartOptions, TestPlatform, WorldFile } from '@guildhall/testing'
import postgres from 'postgres'
import { startPlatform } from './platform.ts'
import { testStore } from './test-store.ts'

/** A platform and its store. */
export interface PlatformWithRows<W> {
  readonly platform: TestPlatform<W>
  /** Runs a statement with literals of the test only. */
  sql(text: string): Promise<void>
  /** Returns the rows of a query, with literals of the test only. */
  query(text: string): Promise<Record<string, unknown>[]>
  /** Returns the names of all tables. */
  tables(): Promise<string[]>
  /** Returns the names of the columns of a table. */
  columns(table: string): Promise<string[]>
  /** Returns what contains a word in any case: rows as `table: row`, and names of files of the data folder. */
  placesOf(word: string): Promise<string[]>
  close(): Promise<void>
}

/** Starts a platform on a store that the test opens too, for states that no transport creates. */
export async function startWithRows<W extends WorldFile>(options: StartOptions<W>): Promise<PlatformWithRows<W>> {
  const store = await testStore()
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  const where = store.databaseUrl ? { databaseUrl: store.databaseUrl } : { data: folder }
  const platform = await startPlatform<W>({ rateLimits: 'off', ...options, ...where })
  const closePlatform = platform.close
  const close = async () => {
    await closePlatform()
    await store.drop()
    await rm(folder, { recursive: true, force: true })
  }
  const sql = async (text: string) => {
    if (store.databaseUrl) {
      const connection = postgres(store.databaseUrl, { max: 1 })
      await connection.unsafe(text)
      await connection.end()
    } else {
      const database = new DatabaseSync(join(folder, 'guildhall.db'))
      database.exec(`PRAGMA busy_timeout = 2000; ${text}`)
      database.close()
    }
  }
  const query = async (text: string): Promise<Record<string, unknown>[]> => {
    if (store.databaseUrl) {
      const connection = postgres(store.databaseUrl, { max: 1 })
      const rows = await connection.unsafe(text)
      await connection.end()
      return [...rows]
    }
    const database = new DatabaseSync(join(folder, 'guildhall.db'), { readOnly: true })
    const statement = database.prepare(text)
    statement.setReadBigInts(true)
    const rows = statement.all() as Record<string, unknown>[]
    database.close()
    return rows
  }
  const tables = async () => {
    const names = store.databaseUrl
      ? 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()'
      : "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'text_index%'"
    return (await query(names)).map(({ name }) => String(name))
  }
  const columns = async (table: string) => {
    const names = store.databaseUrl
      ? `SELECT column_name AS name FROM information_schema.columns WHERE table_schema = current_schema() AND table_name = '${table}'`
      : `SELECT name FROM pragma_table_info('${table}')`
    return (await query(names)).map(({ name }) => String(name))
  }
  const placesOf = async (word: string) => {
    const found: string[] = []
    const holds = (text: string) => text.toLowerCase().includes(word.toLowerCase())
    for (const table of await tables()) {
      for (const row of await query(`SELECT * FROM ${table}`)) {
        const text = JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? value.toString() : value))
        if (holds(text)) found.push(`${table}: ${text}`)
      }
    }
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      if (holds(path) || holds((await readFile(path)).toString('latin1'))) found.push(path)
    }
    return found
  }
  const platformToClose = Object.assign(platform, { close, [Symbol.asyncDispose]: close })
  return { platform: platformToClose, sql, query, tables, columns, placesOf, close }
}
