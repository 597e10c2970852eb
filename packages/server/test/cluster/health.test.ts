/** Health and metrics of one of several nodes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'

test('a node says its name and whether it has store and lease; metrics count the nodes', {
  ...ON_POSTGRES,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const a = await startNode(databaseUrl, 'a')
  const b = await startNode(databaseUrl, 'b')
  try {
    const get = async (path: string) => {
      const response = await fetch(`${b.url}${path}`)
      return [response.status, await response.json()]
    }
    assert.deepEqual(await get('/healthz'), [200, { status: 'ok', node: 'b' }])
    assert.deepEqual(await get('/readyz'), [200, { status: 'ready', node: 'b', store: true, lease: true }])
    const metrics = await (await fetch(`${b.url}/metrics`)).text()
    assert.match(metrics, /^guildhall_cluster_nodes 2$/m)
    assert.match(metrics, /^guildhall_node_info\{node="b",version="[^"]+"\} 1$/m)
    assert.match(metrics, /^guildhall_lease_lost_total 0$/m)
    const [, age] = /^guildhall_lease_age_seconds ([\d.]+)$/m.exec(metrics) ?? []
    assert.ok(Number(age) < 10, age)
  } finally {
    for (const node of [b, a]) await node.close()
    await drop()
  }
})
