/** Sessions that begin, join a guild or gain access to a channel while their node cannot reach the database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { api, RawGateway } from '@guildhall/testing'
import { type ClusterLab, openClusterLab } from '../support/cluster-lab.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { until } from '../support/until.ts'

const UNKNOWN_ERROR = 4000
const VIEW_CHANNEL = '1024'

const world = {
  users: { ann: {}, bob: {} },
  guilds: { lab: { owner: 'ann', channels: { general: {} } } },
}

/** Starts node b, and node a, which alone reaches the database by a way that can be cut. */
async function openNodes(lab: ClusterLab) {
  const way = await lab.way()
  const b = await lab.start('b', { world })
  return { way, b, a: await lab.start('a', { databaseUrl: way.url }) }
}

test('a session whose user joins a guild while the database is away receives GUILD_CREATE once it is back', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const { way, a, b } = await openNodes(lab)
  const invite = await api(b.api, b.ann.token).post<{ code: string }>(`/channels/${b.lab.general.id}/invites`, {})
  const [ann, bob] = [await lab.identify(a, b.ann.token), await lab.identify(a, b.bob.token)]
  await ann.next('GUILD_CREATE')
  way.cut()
  assert.equal((await api(b.api, b.bob.token).post(`/invites/${invite.body.code}`, {})).status, 200)
  await ann.next('GUILD_MEMBER_ADD')
  await way.refusal()
  way.restore()
  assert.equal((await bob.next('GUILD_CREATE')).d.id, b.lab.id)
})

test('[CH-13] a session that gains access to a channel while the database is away receives its threads once it is back', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const { way, a, b } = await openNodes(lab)
  const ann = api(b.api, b.ann.token)
  const invite = await ann.post<{ code: string }>(`/channels/${b.lab.general.id}/invites`, {})
  await api(b.api, b.bob.token).post(`/invites/${invite.body.code}`, {})
  const thread = await ann.post<{ id: string }>(`/channels/${b.lab.general.id}/threads`, { name: 'inside', type: 11 })
  const overwrite = `/channels/${b.lab.general.id}/permissions/${b.lab.id}`
  await ann.put(overwrite, { type: 0, deny: VIEW_CHANNEL })
  const bob = await lab.identify(a, b.bob.token)
  await bob.next('GUILD_CREATE')
  way.cut()
  assert.equal((await ann.put(overwrite, { type: 0, allow: VIEW_CHANNEL })).status, 204)
  await way.refusal()
  way.restore()
  const { d } = await bob.next<{ channel_ids: string[]; threads: { id: string }[] }>('THREAD_LIST_SYNC')
  assert.deepEqual(d.channel_ids, [b.lab.general.id])
  assert.deepEqual(
    d.threads.map(({ id }) => id),
    [thread.body.id],
  )
})

test('a session that the database left before READY ends, and its user is not online', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const { way, a, b } = await openNodes(lab)
  const sessionsOfBob = () => lab.sql`SELECT 1 FROM node_sessions WHERE user_id = ${b.bob.id}`
  const gateway = lab.keep(await RawGateway.connect(a.gateway))
  await lab.sql.begin(async (holding) => {
    // Its rows are a part of READY, and nothing reads them before.
    await holding`LOCK TABLE private_calls IN ACCESS EXCLUSIVE MODE`
    gateway.send(2, { token: b.bob.token, properties: {} })
    const waiting = () => holding`SELECT 1 FROM pg_locks WHERE relation = 'private_calls'::regclass AND NOT granted`
    await until('READY is read', async () => (await waiting()).length > 0)
    way.cut()
  })
  assert.equal((await gateway.closed).code, UNKNOWN_ERROR)
  assert.equal((await sessionsOfBob()).length, 1)
  way.restore()
  await until('the session has ended', async () => (await sessionsOfBob()).length === 0)
})

test('a node that ends while the database is away leads its sessions to others once it is back', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const way = await lab.way()
  const b = await lab.start('b', { world })
  const a = await lab.start('a', { databaseUrl: way.url, drainSeconds: 4 })
  const session = await lab.identify(a, b.ann.token)
  await session.next('GUILD_CREATE')
  let isAway = true
  const wasAway = session.next(7).then(() => isAway)
  way.cut()
  const stopped = lab.stop(a)
  // The node begins to lead its sessions to others after a quarter of its time.
  await pause(2_000)
  isAway = false
  way.restore()
  assert.equal(await wasAway, false)
  await stopped
  const again = lab.keep(await RawGateway.connect(b.gateway))
  again.send(6, { token: b.ann.token, session_id: session.sessionId, seq: session.seq })
  await again.next('RESUMED')
})
