/** Ids of what several nodes write into one channel. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'

const world = { users: { ann: {}, bob: {} }, guilds: { lab: { owner: 'ann', channels: { general: {} } } } }

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

test('ids of a DM grow in the order in which its messages arrive, which two nodes write at once', {
  ...ON_POSTGRES,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const a = await startNode(databaseUrl, 'a', { world, date: Date.now() })
  const b = await startNode(databaseUrl, 'b', { date: Date.now() - 1_000 })
  const reader = await RawGateway.connect(b.gateway)
  try {
    await reader.identify({ token: a.bob.token })
    const ann = [a, b].map((node) => api(node.api, a.ann.token))
    const { body: dm } = await api(a.api, a.ann.token).post<{ id: string }>('/users/@me/channels', {
      recipient_id: a.bob.id,
    })
    const send = (number: number) => ann[number % 2]?.post(`/channels/${dm.id}/messages`, { content: `${number}` })
    const count = 24
    const sent = await Promise.all(Array.from({ length: count }, (_, number) => send(number)))
    assert.deepEqual(new Set(sent.map((response) => response?.status)), new Set([200]))
    const ids: bigint[] = []
    while (ids.length < count) ids.push(BigInt((await reader.next('MESSAGE_CREATE')).d.id))
    assert.deepEqual(
      ids,
      ids.toSorted((x, y) => (x < y ? -1 : 1)),
    )
  } finally {
    await reader.drop()
    for (const node of [b, a]) await node.close()
    await drop()
  }
})
