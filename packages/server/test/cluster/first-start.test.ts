/** Nodes that start at the same time on an empty database. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import postgres from 'postgres'
import { openPostgres } from '../../src/adapters/postgres/postgres-store.ts'
import { migrate } from '../../src/kernel/store/migrate.ts'
import { migrations } from '../../src/migrations/index.ts'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { dropTables } from '../support/test-store.ts'

const world = { users: { ann: {} }, guilds: { lab: { owner: 'ann', channels: { general: {} } } } }

/** Longer than other waits for a lock last. */
const BEYOND_LIMITS_S = 9

test('one of several first starts at once makes the world, and all serve it', { ...ON_POSTGRES }, async () => {
  const { databaseUrl, drop } = await clusterStore()
  await dropTables(databaseUrl)
  try {
    const starts = await Promise.allSettled(['a', 'b', 'c'].map((name) => startNode(databaseUrl, name, { world })))
    const nodes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    assert.deepEqual(
      starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : [])),
      [],
    )
    const ids = new Set(nodes.map((node) => node.directory?.users.ann?.id))
    assert.equal(ids.size, 1)
    for (const node of nodes) await node.close()
  } finally {
    await drop()
  }
})

test('of several stores that are filled at once, one applies all migrations', ON_POSTGRES, async () => {
  const { databaseUrl, drop } = await clusterStore()
  await dropTables(databaseUrl)
  const stores = ['a', 'b', 'c'].map(() => openPostgres(databaseUrl, { connectionsMax: 1 }))
  try {
    const applied = await Promise.all(stores.map((store) => migrate(store, migrations)))
    assert.deepEqual(applied.sort(), [0, 0, migrations.length])
  } finally {
    for (const store of stores) await store.close()
    await drop()
  }
})

test('a first start waits for the world of another node, however long that node takes', {
  ...ON_POSTGRES,
}, async () => {
  await using database = await ownDatabase()
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
  const { promise: isEnough, resolve: enough } = Promise.withResolvers<void>()
  const holding = database.sql.begin(async (sql) => {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('first world', 0))`
    held()
    await isEnough
  })
  await isHeld
  const starting = startNode(database.url, 'a', { world })
  try {
    await Promise.race([starting, database.waited(BEYOND_LIMITS_S)])
  } finally {
    enough()
    await holding
  }
  const node = await starting
  assert.ok(node.directory?.users.ann)
  await node.close()
})

/** Returns a database without other tests: locks with a name are those of a whole database. */
async function ownDatabase() {
  const server = process.env.GUILDHALL_TEST_DATABASE_URL ?? ''
  const name = `guildhall_test_${randomBytes(6).toString('hex')}`
  const admin = postgres(server, { max: 1 })
  await admin`CREATE DATABASE ${admin(name)}`
  const url = Object.assign(new URL(server), { pathname: `/${name}` }).href
  const sql = postgres(url, { max: 2 })
  return {
    url,
    sql,
    /** Waits until a connection has waited for a lock for some seconds. */
    async waited(seconds: number): Promise<void> {
      const waiting = () => sql`
        SELECT 1 FROM pg_stat_activity WHERE datname = ${name} AND wait_event = 'advisory'
          AND now() - query_start > make_interval(secs => ${seconds})`
      while ((await waiting()).length === 0) await pause(100)
    },
    async [Symbol.asyncDispose]() {
      await sql.end()
      await admin`DROP DATABASE ${admin(name)} WITH (FORCE)`
      await admin.end()
    },
  }
}
