/** Push messages of several nodes: each is sent once, by whichever node sends, and sessions count at all nodes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RawGateway } from '@guildhall/testing'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { PushService } from '../support/push-service.ts'
import { until } from '../support/until.ts'

const names = Array.from({ length: 8 }, (_, number) => `user${number}`)
const world = {
  users: { ann: {}, ...Object.fromEntries(names.map((name) => [name, {}])) },
  guilds: { lab: { owner: 'ann', members: names, channels: { general: {} } } },
}

test('each push message is sent once, and by another node once that one has ended', ON_POSTGRES, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const service = await PushService.start()
  const a = await startNode(databaseUrl, 'a', { world })
  const b = await startNode(databaseUrl, 'b')
  let open = true
  const at = (base: string, token: string, method: string, path: string, body?: object) =>
    fetch(`${base}${path}`, {
      method,
      headers: { authorization: token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  try {
    const users = a.world?.users ?? {}
    const ann = users.ann?.token ?? ''
    const keys = await Promise.all([a, b].map(async ({ api }) => (await at(api, ann, 'GET', '/push/key')).json()))
    assert.deepEqual(keys[0], keys[1])
    for (const [number, name] of names.entries()) {
      const body = { provider: 'webpush', token: service.subscribe(name) }
      const base = number % 2 === 0 ? a.api : b.api
      assert.equal((await at(base, users[name]?.token ?? '', 'POST', '/users/@me/devices', body)).status, 204)
    }
    const gateway = await RawGateway.connect(b.gateway)
    await gateway.identify({ token: users.user0?.token ?? '' })
    const channel = a.world?.guilds.lab?.channels.general?.id
    const post = (base: string) => at(base, ann, 'POST', `/channels/${channel}/messages`, { content: '@everyone come' })
    assert.equal((await post(a.api)).status, 200)
    await until('seven devices have the message', async () => service.received.length === 7)
    await gateway.close()
    await a.close()
    open = false
    assert.equal((await post(b.api)).status, 200)
    const countOf = (name: string) => service.received.filter(({ device }) => device === name).length
    // The session of user0 can be resumed for a while, so that this user may get the second message, or not.
    const others = names.slice(1)
    await until('the others have the second one', async () => others.every((name) => countOf(name) >= 2))
    assert.deepEqual(others.map(countOf), Array(7).fill(2))
    assert.ok(countOf('user0') <= 1)
  } finally {
    if (open) await a.close()
    await b.close()
    await service.close()
    await drop()
  }
})
