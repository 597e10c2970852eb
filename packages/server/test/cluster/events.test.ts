/** Events that reach sessions of other nodes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import postgres from 'postgres'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore } from '../support/cluster-store.ts'
import { ON_POSTGRES_AND_NATS, startNats } from '../support/nats-server.ts'

const world = {
  users: { ann: {}, bob: {} },
  guilds: { lab: { owner: 'ann', members: ['bob'], channels: { general: {}, staff: {} } } },
}
const VIEW_CHANNEL = String(1 << 10)

async function identify(node: { readonly gateway: string }, token: string): Promise<RawGateway> {
  const gateway = await RawGateway.connect(node.gateway)
  await gateway.identify({ token, intents: 0 })
  await gateway.next('GUILD_CREATE')
  return gateway
}

test('a page of messages, a token and a name are those of the last response, whichever node gave it', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const a = await startNode(databaseUrl, 'a', { world })
  const b = await startNode(databaseUrl, 'b')
  try {
    const path = `/channels/${a.lab.general.id}/messages`
    const [atA, atB] = [api(a.api, a.ann.token), api(b.api, a.ann.token)]
    const { body: posted } = await atA.post<{ id: string }>(path, { content: 'first' })
    const read = async () => {
      const { body } = await atB.get<{ content: string; author: { global_name: string } }[]>(path)
      return body.map(({ content, author }) => [content, author.global_name])
    }
    // The second reading is kept in memory.
    for (let times = 0; times < 2; times += 1) assert.deepEqual((await read())[0]?.[0], 'first')
    await atA.patch(`${path}/${posted.id}`, { content: 'second' })
    assert.equal((await read())[0]?.[0], 'second')
    await atA.patch('/users/@me', { global_name: 'Annabel' })
    assert.deepEqual(await read(), [['second', 'Annabel']])
    await atA.delete(`${path}/${posted.id}`)
    assert.deepEqual(await read(), [])
    const bob = api(b.api, a.bob.token)
    assert.equal((await bob.get('/users/@me')).status, 200)
    assert.equal((await api(a.api, a.bob.token).post('/auth/logout', {})).status, 204)
    assert.equal((await bob.get('/users/@me')).status, 401)
  } finally {
    for (const node of [b, a]) await node.close()
    await drop()
  }
})

test('a version of a guild is given once, also by those who write to it without looking at it', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const a = await startNode(databaseUrl, 'a', { world })
  const b = await startNode(databaseUrl, 'b')
  try {
    const { body: webhook } = await api(a.api, a.ann.token).post<{ id: string; token: string }>(
      `/channels/${a.lab.general.id}/webhooks`,
      { name: 'hook' },
    )
    for (let round = 0; round < 15; round += 1) {
      const responses = await Promise.all([
        api(a.api, a.bob.token).patch('/users/@me', { global_name: `bob ${round}` }),
        api(a.api).patch(`/webhooks/${webhook.id}/${webhook.token}`, { name: `hook ${round}` }),
        ...[a, b, b].map(({ api: url }, at) =>
          api(url, a.ann.token).patch(`/channels/${a.lab.general.id}`, { topic: `${round} ${at}` }),
        ),
      ])
      for (const { status, body } of responses) assert.equal(status, 200, JSON.stringify(body))
    }
    const twice = await sql`SELECT topic, version FROM event_log WHERE topic LIKE 'guild.%'
      GROUP BY topic, version HAVING count(*) > 1`
    assert.deepEqual([...twice], [])
  } finally {
    for (const node of [b, a]) await node.close()
    await sql.end()
    await drop()
  }
})

for (const way of ['the bus', 'the log alone'] as const) {
  test(
    `messages of two nodes reach the sessions of both in one order, each once, by ${way}`,
    ON_POSTGRES_AND_NATS,
    async () => {
      const { databaseUrl, drop } = await clusterStore()
      await using nats = await startNats()
      const busUrls = way === 'the bus' ? [nats.url] : []
      const a = await startNode(databaseUrl, 'a', { world, busUrls })
      const b = await startNode(databaseUrl, 'b', { busUrls })
      try {
        const sessions = [await identify(a, a.ann.token), await identify(b, a.bob.token)]
        const general = a.lab.general.id
        const posted = await Promise.all(
          Array.from({ length: 20 }, async (_, index) => {
            const [node, token] = index % 2 === 0 ? [a, a.ann.token] : [b, a.bob.token]
            const { body } = await api(node.api, token).post<{ id: string }>(`/channels/${general}/messages`, {
              content: `message ${index}`,
            })
            return body.id
          }),
        )
        const expected = posted.toSorted((x, y) => Number(BigInt(x) - BigInt(y)))
        for (const session of sessions) {
          const seen: string[] = []
          while (seen.length < expected.length) seen.push((await session.next<{ id: string }>('MESSAGE_CREATE')).d.id)
          assert.deepEqual(seen, expected)
        }
        // A message after a change, at the other node, is decided by it.
        const staff = a.lab.staff.id
        await api(a.api, a.ann.token).put(`/channels/${staff}/permissions/${a.lab.id}`, { type: 0, deny: VIEW_CHANNEL })
        const refused = await api(b.api, a.bob.token).post(`/channels/${staff}/messages`, { content: 'hidden' })
        assert.equal(refused.status, 403)
        await api(b.api, a.ann.token).post(`/channels/${staff}/messages`, { content: 'hidden' })
        const last = await api(b.api, a.ann.token).post<{ id: string }>(`/channels/${general}/messages`, {
          content: 'end',
        })
        assert.equal((await sessions[1]?.next<{ id: string }>('MESSAGE_CREATE'))?.d.id, last.body.id)
      } finally {
        for (const node of [b, a]) await node.close()
        await drop()
      }
    },
  )
}
