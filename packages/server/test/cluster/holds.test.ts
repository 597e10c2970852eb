/** Requests at two nodes at once, for what has a limit. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'

const GUESTS = Array.from({ length: 12 }, (_, index) => `guest${index}`)
const AT_ONCE = 4
const world = {
  users: { ann: {}, ...Object.fromEntries(GUESTS.map((name) => [name, {}])) },
  guilds: { lab: { owner: 'ann', channels: { general: {} } } },
}

test('an invite of one use that is accepted at two nodes at once is used once', { ...ON_POSTGRES }, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const a = await startNode(databaseUrl, 'a', { world })
  const b = await startNode(databaseUrl, 'b')
  try {
    const tokens = GUESTS.map((name) => a.world?.users[name]?.token ?? '')
    for (let first = 0; first < tokens.length; first += AT_ONCE) {
      const { body } = await api(a.api, a.ann.token).post<{ code: string }>(`/channels/${a.lab.general.id}/invites`, {
        max_uses: 1,
        unique: true,
      })
      const accepted = await Promise.all(
        tokens
          .slice(first, first + AT_ONCE)
          .map((token, index) => api((index % 2 === 0 ? a : b).api, token).post(`/invites/${body.code}`, {})),
      )
      assert.deepEqual(accepted.map(({ status }) => status).sort(), [200, 404, 404, 404])
    }
  } finally {
    for (const node of [b, a]) await node.close()
    await drop()
  }
})
