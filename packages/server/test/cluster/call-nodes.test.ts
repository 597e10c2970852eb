/** Nodes decide which of them has a call. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RawGateway } from '@guildhall/testing'
import { openClusterLab } from '../support/cluster-lab.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { until } from '../support/until.ts'

const MEMBERS = ['ann', 'bob', 'eve', 'fay', 'gus'] as const
const CHANNELS = ['one', 'two', 'three', 'four', 'five'] as const
const world = {
  users: { ann: {}, bob: {}, eve: {}, fay: {}, gus: {} },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve', 'fay', 'gus'],
      channels: { one: { type: 2 }, two: { type: 2 }, three: { type: 2 }, four: { type: 2 }, five: { type: 2 } },
    },
  },
}

test('a new call goes to the live node with the fewest calls, of several to that of its first member', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const a = await lab.start('a', { world })
  const b = await lab.start('b', { drainSeconds: 5 })
  const sessions: RawGateway[] = []
  for (const [index, name] of MEMBERS.entries()) {
    const session = await lab.identify(index === 2 ? b : a, a[name].token)
    await session.next('GUILD_CREATE')
    sessions.push(session)
  }
  const hosts: string[] = [a, b].map((node) => new URL(node.api).host)
  /** Returns the nodes of the calls of members who join one channel each, one after the other. */
  async function join(first: number, end: number): Promise<number[]> {
    const nodes: number[] = []
    for (let index = first; index < end; index += 1) {
      const channel = a.lab[CHANNELS[index] ?? 'one']
      sessions[index]?.send(4, { guild_id: a.lab.id, channel_id: channel.id, self_mute: false, self_deaf: false })
      const endpoint = (await sessions[index]?.next('VOICE_SERVER_UPDATE'))?.d.endpoint
      nodes.push(hosts.indexOf(String(endpoint)))
    }
    return nodes
  }
  // Once both have one, the third call is at the node of its member, and the fourth one at the other node.
  assert.deepEqual(await join(0, 4), [0, 1, 1, 0])
  const closed = lab.stop(b)
  const takesNone = async () => (await lab.sql`SELECT voice FROM nodes WHERE name = 'b'`)[0]?.voice === null
  await until('b takes no calls', takesNone)
  assert.deepEqual(await join(4, 5), [0])
  await closed
})

test('nodes do not lock the calls of others while no call is without members', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const way = await lab.way()
  await lab.start('a', { world, databaseUrl: way.url })
  const count = way.counter('nodes of calls')
  const lost = JSON.stringify({ guild_id: { $n: '1' }, channel_id: { $n: '3' }, user_id: { $n: '2' }, session_id: 'x' })
  // Each sweep removes the state of a session that no node has, and then looks for empty calls.
  for (let sweep = 1; sweep <= 2; sweep += 1) {
    await lab.sql`INSERT INTO voice_states VALUES (1, 2, 'x', ${lost})`
    await until('the state is removed', async () => (await lab.sql`SELECT 1 FROM voice_states`).length === 0)
  }
  assert.equal(count(), 0)
})
