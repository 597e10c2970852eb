import { randomBytes } from 'node:crypto'
import postgres from 'postgres'

/** The store of one platform of a test, and its disposal. */
export interface TestStore {
  /** Undefined for the embedded store. */
  databaseUrl: string | undefined
  drop(): Promise<void>
}

/**
 * Returns the store that the environment selects. `GUILDHALL_TEST_STORE=postgres` gives each platform an empty
 * database of its own on the server at `GUILDHALL_TEST_DATABASE_URL`; `sqlite`, or no value, selects the embedded
 * store.
 * @@ @throws when the variable has another value or the address is missing
 */
export async function testStore(environment: NodeJS.ProcessEnv = process.env): Promise<TestStore> {
  const kind = environment.GUILDHALL_TEST_STORE || 'sqlite'
  if (kind === 'sqlite') return { databaseUrl: undefined, drop: async () => {} }
  if (kind !== 'postgres') throw new Error(`GUILDHALL_TEST_STORE is sqlite or postgres, not ${kind}`)
  const server = environment.GUILDHALL_TEST_DATABASE_URL
  if (!server) throw new Error('GUILDHALL_TEST_STORE=postgres needs GUILDHALL_TEST_DATABASE_URL')

  const database = `guildhall_test_${randomBytes(8).toString('hex')}`
  await onServer(server, (sql) => sql`create database ${sql(database)}`)
  const url = new URL(server)
  url.pathname = `/${database}`
  return {
    databaseUrl: url.href,
    // By force: a platform that was killed has not closed its connections.
    drop: () => onServer(server, (sql) => sql`drop database if exists ${sql(database)} with (force)`),
  }
}

async function onServer(url: string, run: (sql: postgres.Sql) => PromiseLike<unknown>): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  try {
    await run(sql)
  } finally {
    await sql.end()
  }
}
