/** Pages of the web app that a node serves. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { until } from '../support/until.ts'

test('the document of voice servers of one node names those of all nodes', ON_POSTGRES, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const a = await startNode(databaseUrl, 'a')
  const b = await startNode(databaseUrl, 'b')
  try {
    const connects = async () => {
      const { headers } = await fetch(`${a.url}/voice-frame`)
      const policy = headers.get('content-security-policy') ?? ''
      return policy.split('; ').find((directive) => directive.startsWith('connect-src')) ?? ''
    }
    const host = new URL(b.node?.url ?? '').host
    await until('node b is named', async () => (await connects()).includes(` ws://${host} wss://${host}`))
    await b.close()
    await until('node b is no longer named', async () => !(await connects()).includes(host))
  } finally {
    await b.close()
    await a.close()
    await drop()
  }
})

test('nodes behind a load balancer of this machine name one domain of activities', ON_POSTGRES, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const publicUrl = 'http://localhost:7799'
  const a = await startNode(databaseUrl, 'a', { publicUrl })
  const b = await startNode(databaseUrl, 'b', { publicUrl })
  try {
    for (const { listen } of [a, b]) {
      const { body } = await api(`${listen}/api`).get('/activities/domain')
      assert.deepEqual(body, { domain: 'activities.localhost:7799' })
    }
  } finally {
    await b.close()
    await a.close()
    await drop()
  }
})
