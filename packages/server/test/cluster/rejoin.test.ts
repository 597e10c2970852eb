/** A node whose lease another one has ended. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import postgres from 'postgres'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { until } from '../support/until.ts'

const world = {
  users: { ann: {}, bob: {} },
  guilds: { lab: { owner: 'ann', members: ['bob'], channels: { general: {} } } },
}

async function identify(node: { readonly gateway: string }, token: string): Promise<RawGateway> {
  const gateway = await RawGateway.connect(node.gateway)
  await gateway.identify({ token, intents: 0 })
  await gateway.next('GUILD_CREATE')
  return gateway
}

test(
  'a node that has lost its lease closes its sessions and joins again, under another epoch',
  ON_POSTGRES,
  async () => {
    const { databaseUrl, drop } = await clusterStore()
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
    const options = { logLevel: 'silent', observe: undefined } as const
    const a = await startNode(databaseUrl, 'a', { world, ...options })
    const b = await startNode(databaseUrl, 'b', options)
    const path = `/channels/${a.lab.general.id}/messages`
    const post = async (node: { readonly api: string }) =>
      (await api(node.api, a.ann.token).post<{ id: string }>(path, { content: 'hi' })).body.id
    try {
      const [atA, atB] = [await identify(a, a.bob.token), await identify(b, a.bob.token)]
      const epochs = async () => (await sql`SELECT epoch FROM nodes WHERE name = 'a'`).map(({ epoch }) => epoch)
      const [former] = await epochs()
      // Another node does this once the lease has expired.
      await sql`DELETE FROM nodes WHERE name = 'a'`
      assert.equal((await atA.closed).code, 4000)
      await until('the node is ready', async () => (await fetch(`${a.url}/readyz`)).status === 200)
      const [present] = await epochs()
      assert.ok(BigInt(present) > BigInt(former))
      const again = await identify(a, a.bob.token)
      const posted = [await post(a), await post(b)]
      for (const session of [again, atB]) {
        for (const id of posted) assert.equal((await session.next<{ id: string }>('MESSAGE_CREATE')).d.id, id)
      }
      // Once more: what belonged to the former life has ended with it.
      await sql`DELETE FROM nodes WHERE name = 'a'`
      assert.equal((await again.closed).code, 4000)
      await until('the node is ready again', async () => (await fetch(`${a.url}/readyz`)).status === 200)
      const last = await post(a)
      assert.equal((await atB.next<{ id: string }>('MESSAGE_CREATE')).d.id, last)
    } finally {
      for (const node of [b, a]) await node.close()
      await sql.end()
      await drop()
    }
  },
)
