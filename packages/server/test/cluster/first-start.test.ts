/** Nodes that start at the same time on an empty database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'

const world = { users: { ann: {} }, guilds: { lab: { owner: 'ann', channels: { general: {} } } } }

test('one of several first starts at once makes the world, and all serve it', { ...ON_POSTGRES }, async () => {
  const { databaseUrl, drop } = await clusterStore()
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
