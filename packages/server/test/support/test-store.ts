import { createHash } from 'node:crypto'
import postgres from 'postgres'
import { migrations } from '../../src/migrations/index.ts'
import { processEnds } from './process-ends.ts'

/** The store of one platform of a test, and its disposal. */
export interface TestStore {
  /** Undefined for the embedded store. */
  databaseUrl: string | undefined
  drop(): Promise<void>
}

const PREFIX = 'guildhall_test_'
/** Schemas with the same tables are used again. */
const TABLES = createHash('sha256').update(JSON.stringify(migrations)).digest('hex').slice(0, 12)
/** Parameter of sessions. Durable commits are tested on the embedded store, by killing a platform. */
const NOT_DURABLE = { synchronous_commit: 'off' }

/** A schema with the connection that holds its lock. */
interface Taken {
  readonly server: string
  readonly sql: postgres.Sql
  readonly schema: string
}
/** Schemas that no platform of this process uses now. */
const unused: Taken[] = []

/**
 * Returns the store that the environment selects. `GUILDHALL_TEST_STORE=postgres` gives each platform an empty schema
 * in the database at `GUILDHALL_TEST_DATABASE_URL`; `sqlite`, or no value, selects the embedded store.
 *
 * A schema is used by one platform at a time, and by others later: to empty its tables is much faster than to create
 * them. A lock of PostgreSQL marks a schema as used; it ends with the process of the test. A process of many files
 * keeps the connection with the lock for its next platform: a new connection would first read what the catalogue says
 * of all tables, which takes PostgreSQL longer than to empty them.
 *
 * @throws when the variable has another value or the address is missing
 */
export async function testStore(environment: NodeJS.ProcessEnv = process.env): Promise<TestStore> {
  const kind = environment.GUILDHALL_TEST_STORE || 'sqlite'
  if (kind === 'sqlite') return { databaseUrl: undefined, drop: async () => {} }
  if (kind !== 'postgres') throw new Error(`GUILDHALL_TEST_STORE is sqlite or postgres, not ${kind}`)
  const server = environment.GUILDHALL_TEST_DATABASE_URL
  if (!server) throw new Error('GUILDHALL_TEST_STORE=postgres needs GUILDHALL_TEST_DATABASE_URL')

  const taken = await takeSchema(server)
  const { schema } = taken
  const url = new URL(server)
  const parameters = { ...NOT_DURABLE, search_path: schema, application_name: schema }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return { databaseUrl: url.href, drop: () => giveBack(taken) }
}

/** Removes the tables of a store of a test, for a test of migrations. */
export async function dropTables(databaseUrl: string): Promise<void> {
  const sql = connect(databaseUrl)
  try {
    const schema = new URL(databaseUrl).searchParams.get('search_path') ?? ''
    await sql`drop schema ${sql(schema)} cascade`
    await sql`create schema ${sql(schema)}`
  } finally {
    await sql.end()
  }
}

/** Drops the schemas that no test uses. */
export async function dropTestSchemas(server: string): Promise<void> {
  const sql = connect(server)
  try {
    const rows = await sql<
      { name: string }[]
    >`select nspname as name from pg_namespace where nspname like ${`${PREFIX}%`}`
    for (const { name } of rows) {
      if (!(await takeLock(sql, name))) continue
      await sql`drop schema if exists ${sql(name)} cascade`
      await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`
    }
  } finally {
    await sql.end()
  }
}

function connect(server: string): postgres.Sql {
  return postgres(server, { max: 1, onnotice: () => {}, connection: NOT_DURABLE })
}

/** Returns an empty schema that no other test uses. */
async function takeSchema(server: string): Promise<Taken> {
  const at = unused.findLastIndex((taken) => taken.server === server)
  const [kept] = at < 0 ? [] : unused.splice(at, 1)
  const sql = kept?.sql ?? connect(server)
  try {
    const schema = await lockSchema(sql, kept?.schema)
    await emptySchema(sql, schema)
    return { server, sql, schema }
  } catch (error) {
    await sql.end()
    throw error
  }
}

/** Ends the connection with the lock, or keeps it until the process ends. */
async function giveBack(taken: Taken): Promise<void> {
  if (!processEnds) return await taken.sql.end()
  if (unused.length === 0) processEnds.push(endUnused)
  unused.push(taken)
}

async function endUnused(): Promise<void> {
  await Promise.all(unused.splice(0).map(({ sql }) => sql.end()))
}

/**
 * Locks the first schema that no other test uses, and returns its name. The schema that the connection had before
 * comes first: its lock was lost only if the connection was.
 */
async function lockSchema(sql: postgres.Sql, former: string | undefined): Promise<string> {
  if (former !== undefined && (await takeLock(sql, former))) return former
  for (let number = 1; ; number += 1) {
    const name = `${PREFIX}${TABLES}_${number}`
    if (await takeLock(sql, name)) return name
  }
}

/** Creates a schema, or removes the rows of its tables. */
async function emptySchema(sql: postgres.Sql, name: string): Promise<void> {
  // A platform that was killed has not closed its connections.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`
  await sql`create schema if not exists ${sql(name)}`
  const tables = await sql<{ table: string }[]>`
    select quote_ident(tablename) as table from pg_tables where schemaname = ${name} and tablename <> 'migrations'`
  await sql.unsafe(tables.map(({ table }) => `delete from ${name}.${table}`).join(';'))
}

async function takeLock(sql: postgres.Sql, name: string): Promise<boolean> {
  const [row] = await sql<{ taken: boolean }[]>`select pg_try_advisory_lock(hashtextextended(${name}, 0)) as taken`
  return row?.taken ?? false
}
