/** Ids of what several nodes write into one channel. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'

const world = { users: { ann: {} }, guilds: { lab: { owner: 'ann', channels: { general: {} } } } }

test('ids of a channel grow in the order of the commits, with a node whose clock is a second behind', {
  ...ON_POSTGRES,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const a = await startNode(databaseUrl, 'a', { world, date: Date.now() })
  const b = await startNode(databaseUrl, 'b', { date: Date.now() - 1_000 })
  try {
    const channel = `/channels/${a.lab.general.id}/messages`
    const ids: string[] = []
    for (let number = 0; number < 6; number += 1) {
      const { status, body } = await api([a, b][number % 2]?.api ?? '', a.ann.token).post<{ id: string }>(channel, {
        content: `message ${number}`,
      })
      assert.equal(status, 200)
      ids.push(body.id)
    }
    assert.deepEqual(
      ids,
      ids.toSorted((x, y) => Number(BigInt(x) - BigInt(y))),
    )
    assert.equal(new Set(ids.map((id) => (BigInt(id) >> 12n) & 1023n)).size, 2, 'each node has its own worker id')
  } finally {
    for (const node of [b, a]) await node.close()
    await drop()
  }
})
