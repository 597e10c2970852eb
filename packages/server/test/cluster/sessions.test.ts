/** Gateway sessions of several nodes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { api, RawGateway } from '@guildhall/testing'
import postgres from 'postgres'
import { openClusterLab } from '../support/cluster-lab.ts'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { until } from '../support/until.ts'

const world = {
  users: { ann: {}, bob: {}, eve: {}, fay: {} },
  applications: { app: { owner: 'ann', bot: {} }, game: { owner: 'ann', embedded: true } },
  guilds: {
    lab: { owner: 'ann', members: ['bob'], bots: { app: { permissions: '8' } }, channels: { general: {} } },
  },
}
const GUILDS_AND_MESSAGES = 1 | 512
const PRESENCE = JSON.stringify({ status: 'online', activities: [], client: 'web' })

type Node = { readonly gateway: string }

async function identify(node: Node, token: string): Promise<RawGateway> {
  const gateway = await RawGateway.connect(node.gateway)
  await gateway.identify({ token, intents: GUILDS_AND_MESSAGES })
  await gateway.next('GUILD_CREATE')
  return gateway
}

/** Resumes a session at a node and returns the connection with the first response: RESUMED or op 9. */
async function resume(node: Node, token: string, { sessionId, seq }: Pick<RawGateway, 'sessionId' | 'seq'>) {
  const gateway = await RawGateway.connect(node.gateway)
  await gateway.next(10)
  gateway.send(6, { token, session_id: sessionId, seq })
  const response = await Promise.race([gateway.next('RESUMED'), gateway.next(9)])
  return { gateway, resumed: response.op === 0 }
}

test('sessions that two nodes kept are resumed at a third one; each once, with all events', {
  ...ON_POSTGRES,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const a = await startNode(databaseUrl, 'a', { world })
  const b = await startNode(databaseUrl, 'b')
  const c = await startNode(databaseUrl, 'c')
  try {
    const [bot, ann, bob] = [a.app.token, a.ann.token, a.bob.token]
    const [atA, otherAtA, atB] = [await identify(a, bot), await identify(a, ann), await identify(b, bob)]
    const general = a.lab.general.id
    await Promise.all([a.close(), atA.closed, otherAtA.closed])
    // The end of another node leaves them, and so does its own start.
    await Promise.all([b.close(), atB.closed])
    const again = await resume(c, bot, atA)
    assert.ok(again.resumed)
    const posted = await api(c.api, ann).post<{ id: string }>(`/channels/${general}/messages`, { content: 'hi' })
    assert.equal((await again.gateway.next<{ id: string }>('MESSAGE_CREATE')).d.id, posted.body.id)
    const other = await resume(c, ann, otherAtA)
    assert.ok(other.resumed)
    assert.equal((await other.gateway.next<{ id: string }>('MESSAGE_CREATE')).d.id, posted.body.id, 'what it missed')
    assert.equal((await resume(c, bot, atB)).resumed, false, 'it is the session of another user')
    const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
    const left = await sql<{ id: string }[]>`SELECT id FROM kept_sessions`
    assert.deepEqual(
      left.map(({ id }) => id),
      [atB.sessionId],
      'a stranger does not take it away',
    )
    await sql.end()
  } finally {
    await c.close()
    await drop()
  }
})

test('a node that starts ends what the sessions of lost nodes had joined, and nothing of live ones', {
  ...ON_POSTGRES,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const a = await startNode(databaseUrl, 'a', { world })
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const participants = async () =>
    (await sql<{ id: string }[]>`SELECT session_id AS id FROM activity_participants`).map(({ id }) => id)
  try {
    const session = await identify(a, a.ann.token)
    const activity = `/activities/${a.lab.general.id}/${a.game.id}`
    const joined = await api(a.api, a.ann.token).post(activity, { session_id: session.sessionId })
    assert.equal(joined.status, 204, JSON.stringify(joined.body))
    const lost = 'a0'.repeat(16)
    await sql`INSERT INTO node_sessions SELECT ${lost}, 'z', 1, ${a.bob.id}::bigint, NULL, 'person', '[]', 0`
    await sql`INSERT INTO activity_participants SELECT launch_id, ${a.bob.id}::bigint, ${lost}, NULL, 0 FROM activity_participants`
    assert.equal((await participants()).length, 2)
    const b = await startNode(databaseUrl, 'b')
    await until('the lost session left', async () => {
      await pause(100)
      return (await participants()).length < 2
    })
    assert.deepEqual(await participants(), [session.sessionId])
    await b.close()
    assert.deepEqual(await participants(), [session.sessionId])
  } finally {
    await sql.end()
    await a.close()
    await drop()
  }
})

test('a temporary membership ends with the last session, whose node has not heard of it yet', {
  ...ON_POSTGRES,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  const a = await startNode(databaseUrl, 'a', { world })
  const b = await startNode(databaseUrl, 'b')
  try {
    const [ann, eve] = [api(b.api, a.ann.token), api(b.api, a.eve.token)]
    const { body: invite } = await ann.post<{ code: string }>(`/channels/${a.lab.general.id}/invites`, {
      temporary: true,
    })
    const gateway = await RawGateway.connect(a.gateway)
    await gateway.identify({ token: a.eve.token })
    assert.equal((await eve.post(`/invites/${invite.code}`)).status, 200)
    await gateway.close()
    const member = () => ann.get(`/guilds/${a.lab.id}/members/${a.eve.id}`)
    await until('eve is no member', async () => (await member()).status === 404)
  } finally {
    for (const node of [b, a]) await node.close()
    await drop()
  }
})

test('a temporary membership ends with a last session that was lost with its node', { ...ON_POSTGRES }, async () => {
  await using lab = await openClusterLab({ hasBus: false })
  const a = await lab.start('a', { world })
  const [ann, eve, fay] = [a.ann, a.eve, a.fay].map(({ token }) => api(a.api, token))
  const made = await ann?.post<{ code: string }>(`/channels/${a.lab.general.id}/invites`, { temporary: true })
  for (const person of [eve, fay]) assert.equal((await person?.post(`/invites/${made?.body.code}`))?.status, 200)
  const lose = (id: string) =>
    lab.sql`INSERT INTO node_sessions (id, node, epoch, user_id, kind, scopes, shard, presence, begun_at)
      VALUES (${`lost of ${id}`}, 'z', 1, ${id}::bigint, 'person', '[]', '[0,1]', ${PRESENCE}, 0)`
  for (const { id } of [a.eve, a.fay]) await lose(id)
  const watching = await identify(a, a.ann.token)
  const live = lab.keep(await identify(a, a.fay.token))
  await lab.start('b')
  const { d } = await watching.next<{ user: { id: string } }>('GUILD_MEMBER_REMOVE')
  assert.equal(d.user.id, a.eve.id)
  const lost = () => lab.sql`SELECT 1 FROM node_sessions WHERE node = 'z'`
  await until('all lost sessions have ended', async () => (await lost()).length === 0)
  assert.equal((await ann?.get(`/guilds/${a.lab.id}/members/${a.fay.id}`))?.status, 200)
  await live.close()
})

test('a client that loses its connection while its session arrives, and comes again, misses nothing', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const way = await lab.way()
  const a = await lab.start('a', { world })
  const b = await lab.start('b', { databaseUrl: way.url })
  const path = `/channels/${a.lab.general.id}/messages`
  const seen: string[] = []
  const posted: string[] = []
  // Some of these are while the node has the session, and does not watch its guilds yet.
  for (let late = 0; late < 300; late += 30) {
    let session = await lab.identify(a, a.bob.token)
    await session.next('GUILD_CREATE')
    await session.drop()
    for (let count = 0; count < 3; count += 1)
      posted.push((await api(a.api, a.ann.token).post<{ id: string }>(path, { content: 'hi' })).body.id)
    way.slow(10)
    session.resumeUrl = b.gateway
    const first = await session.resume()
    await pause(late)
    await first.drop()
    session = lab.keep(await first.resume())
    await session.next('RESUMED')
    way.slow(0)
    for (const { t, d } of [...first.frames, ...session.frames])
      if (t === 'MESSAGE_CREATE') seen.push((d as unknown as { id: string }).id)
    await session.close()
  }
  assert.deepEqual(seen, posted)
})
