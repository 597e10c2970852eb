/** Nodes that start at the same time on an empty database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPostgres } from '../../src/adapters/postgres/postgres-store.ts'
import { migrate } from '../../src/kernel/store/migrate.ts'
import { migrations } from '../../src/migrations/index.ts'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { dropTables } from '../support/test-store.ts'

const world = { users: { ann: {} }, guilds: { lab: { owner: 'ann', channels: { general: {} } } } }

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
