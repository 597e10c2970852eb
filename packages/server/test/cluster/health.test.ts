/** Health and metrics of one of several nodes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'

/** Names that operators of several nodes rely on, without their beginning. */
const CLUSTER_METRICS = [
  ...['node_info', 'cluster_nodes', 'lease_age_seconds', 'lease_lost_total', 'sessions', 'session_moves_total'],
  ...['sessions_lost_total', 'drain_sessions_left', 'dispatches_total', 'event_delay_seconds', 'bus_connected'],
  ...['bus_messages_total', 'bus_gaps_total', 'bus_repaired_events_total', 'view_reloads_total', 'jobs_total'],
  ...['job_delay_seconds', 'webhook_events_total', 'webhook_event_delay_seconds', 'calls_hosted'],
  ...['http_requests_total', 'http_request_seconds', 'store_errors_total', 'event_loop_delay_seconds'],
]

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
    assert.deepEqual(await get('/readyz'), [200, { status: 'ready', node: 'b', store: true, bus: false, lease: true }])
    const metrics = await (await fetch(`${b.url}/metrics`)).text()
    assert.match(metrics, /^guildhall_cluster_nodes 2$/m)
    assert.match(metrics, /^guildhall_node_info\{node="b",version="[^"]+"\} 1$/m)
    assert.match(metrics, /^guildhall_lease_lost_total 0$/m)
    assert.match(metrics, /^guildhall_bus_connected 0$/m)
    const names = new Set([...metrics.matchAll(/^# TYPE guildhall_(\w+) /gm)].map(([, name]) => name))
    assert.deepEqual(
      CLUSTER_METRICS.filter((name) => !names.has(name)),
      [],
    )
    for (const result of ['moved', 'kept', 'refused'])
      assert.match(metrics, new RegExp(`^guildhall_session_moves_total\\{result="${result}"\\} 0$`, 'm'))
    const [, age] = /^guildhall_lease_age_seconds ([\d.]+)$/m.exec(metrics) ?? []
    assert.ok(Number(age) < 10, age)
  } finally {
    for (const node of [b, a]) await node.close()
    await drop()
  }
})
