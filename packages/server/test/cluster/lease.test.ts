/** Leases of the processes that use one database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ApiError } from '@guildhall/protocol'
import postgres from 'postgres'
import { takeLease } from '../../src/adapters/postgres/lease.ts'
import { openPostgres } from '../../src/adapters/postgres/postgres-store.ts'
import type { Lease } from '../../src/kernel/lease.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'

/** A process number that no process has: beyond the highest of Linux. */
const ENDED_PID = 5_000_000

test('nodes of different names share a database; neither has a worker id that another one had lately', {
  ...ON_POSTGRES,
}, async () => {
  await using database = await openDatabase()
  const a = await database.take('a')
  const b = await database.take('b')
  assert.notEqual(a.workerId, b.workerId)
  assert.deepEqual(await livesOf(a), [a.node, b.node])
  await assert.rejects(database.take('a'), /\(node a\) on .* still uses it.*--node-name/)
  await assert.rejects(database.take(null), /\(node a\) on .* still uses it/)
  await a.close()
  const again = await database.take('a')
  assert.ok(again.node.epoch > a.node.epoch)
  assert.ok(![a.workerId, b.workerId].includes(again.workerId))
  assert.deepEqual(again.succeeds, [])
  for (const lease of [b, again]) await lease.close()
})

test('a process that is alone on a database excludes nodes', { ...ON_POSTGRES }, async () => {
  await using database = await openDatabase()
  const single = await database.take(null)
  await assert.rejects(database.take('a'), /still uses it/)
  await single.close()
  await (await database.take('a')).close()
})

test('the successor of a lost process ends its transactions, which write nothing', { ...ON_POSTGRES }, async () => {
  await using database = await openDatabase()
  const lost = await database.take('a')
  const store = openPostgres(database.url, { lease: lost })
  await database.sql`CREATE TABLE IF NOT EXISTS fence_test (id BIGINT)`
  const { promise: isOpen, resolve: opened } = Promise.withResolvers<void>()
  const { promise: mayGoOn, resolve: goOn } = Promise.withResolvers<void>()
  const written = store.transaction(async (session) => {
    await session.raw('INSERT INTO fence_test VALUES (1)')
    opened()
    await mayGoOn
  })
  await isOpen
  await database.sql`UPDATE nodes SET pid = ${ENDED_PID}`
  const successor = await database.take('a')
  assert.deepEqual(successor.succeeds, [lost.node])
  goOn()
  await assert.rejects(written, (error: ApiError) => error.code === 130000)
  assert.equal((await database.sql`SELECT 1 FROM fence_test`).length, 0)
  await store.close()
  await lost.close()
  assert.deepEqual(await livesOf(successor), [successor.node], 'a lost process does not end the lease of its successor')
  await successor.close()
  await database.sql`DROP TABLE fence_test`
})

test('a live node declares the loss of one whose lease ended and was not renewed for 10 seconds', {
  ...ON_POSTGRES,
}, async () => {
  await using database = await openDatabase()
  const a = await database.take('a')
  try {
    const declared = Promise.withResolvers<number>()
    a.onLoss(() => declared.resolve(performance.now()))
    await database.sql`INSERT INTO nodes SELECT 'z', 1, 'elsewhere', '', 1, 0, now(), now() - make_interval(secs => 60), 77`
    const seenAt = performance.now()
    assert.ok((await declared.promise) - seenAt >= 10_000, 'after an outage, z would have had time to renew its lease')
    assert.deepEqual(await livesOf(a), [a.node])
    const workers = await database.sql<{ id: number }[]>`SELECT id FROM node_workers WHERE free_at > now()`
    assert.ok(workers.some(({ id }) => id === 77))
  } finally {
    await a.close()
  }
})

test('a transaction neither begins nor commits once the lease may have ended', { ...ON_POSTGRES }, async () => {
  await using database = await openDatabase()
  const real = await database.take('a')
  let held = true
  const lease: Lease = {
    ...{ node: real.node, isAlone: false, workerId: real.workerId, succeeds: [], lapses: 0 },
    ...{
      ageMs: () => 0,
      onHeld: () => undefined,
      onRefused: () => undefined,
      onLoss: () => () => undefined,
      ...{ onLost: () => undefined, onRejoin: () => undefined, rejoin: async () => undefined },
      announce: async () => undefined,
      liveNodes: async () => [],
      close: async () => undefined,
    },
    isHeld: () => held,
  }
  const store = openPostgres(database.url, { lease, connectionsMax: 1 })
  await database.sql`CREATE TABLE IF NOT EXISTS fence_test (id BIGINT)`
  const insert = (after: () => void) =>
    store.transaction(async (session) => {
      await session.raw('INSERT INTO fence_test VALUES (1)')
      after()
    })
  const isRefused = (error: ApiError) => {
    assert.equal(error.code, 130000)
    assert.equal(error.extra?.retry_after, 5)
    return true
  }
  const lapse = () => {
    held = false
  }
  await assert.rejects(insert(lapse), isRefused, 'it lapsed within the transaction')
  await assert.rejects(
    insert(() => undefined),
    isRefused,
  )
  held = true
  await insert(() => undefined)
  assert.equal((await database.sql`SELECT 1 FROM fence_test`).length, 1)
  const [limits] = await store.read((session) =>
    session.raw<{ idle: string }>("SELECT current_setting('idle_in_transaction_session_timeout') AS idle"),
  )
  assert.equal(limits?.idle, '5s')
  await store.close()
  await real.close()
  await database.sql`DROP TABLE fence_test`
})

const livesOf = async (lease: Lease) => (await lease.liveNodes()).map(({ name, epoch }) => ({ name, epoch }))

async function openDatabase() {
  const { databaseUrl: url, drop } = await clusterStore()
  const sql = postgres(url, { max: 1, onnotice: () => undefined })
  return {
    url,
    sql,
    take: (name: string | null) =>
      takeLease(url, {
        ...{ name, url: null, publicUrl: null, version: '0', migrations: 1 },
        waiting: () => undefined,
        lost: () => undefined,
      }),
    async [Symbol.asyncDispose]() {
      await sql.end()
      await drop()
    },
  }
}
