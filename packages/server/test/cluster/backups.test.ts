/** Daily backups of several nodes. */
import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000

test('of two nodes, the first one by name makes the daily backup, and both list it', ON_POSTGRES, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-node-backups-'))
  try {
    const settings = { backup_to: join(folder, 'kept'), backup_at: '04:30' }
    await using a = await startNode(databaseUrl, 'a', { data: join(folder, 'a'), settings })
    await using b = await startNode(databaseUrl, 'b', { data: join(folder, 'b'), settings })
    const operators = [a, b].map((node) => api(node.api, `Bearer ${node.control.key}`))
    // The other one first: a backup of it would be there earlier.
    await b.clock.advance(DAY_MS)
    await a.clock.advance(DAY_MS)
    const lists = () =>
      Promise.all(operators.map(async (operator) => (await operator.get<object[]>('/admin/backups')).body.length))
    await until('the backup is made', async () => (await lists()).every((length) => length > 0))
    assert.deepEqual(await lists(), [1, 1])
    assert.equal((await readdir(join(folder, 'kept'))).length, 1)
  } finally {
    await drop()
    await rm(folder, { recursive: true, force: true })
  }
})
