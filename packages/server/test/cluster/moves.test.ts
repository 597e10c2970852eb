/** Sessions that move between nodes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import { openClusterLab } from '../support/cluster-lab.ts'
import { ON_POSTGRES } from '../support/cluster-store.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob'],
      bots: { app: { permissions: '0' } },
      channels: { general: {}, staff: {}, other: {} },
    },
  },
}
const INTENTS = 1 | 512
const VIEW_CHANNEL = String(1 << 10)
/** Moves of one session while its guild changes. One in some thirty meets a change that is not yet sent. */
const MOVES = 60

interface RoleUpdate {
  readonly role: { readonly id: string; readonly permissions: string }
}
type Node = { readonly gateway: string; readonly api: string }

async function identify(node: Node, token: string): Promise<RawGateway> {
  const gateway = await RawGateway.connect(node.gateway)
  await gateway.identify({ token, intents: INTENTS })
  await gateway.next('GUILD_CREATE')
  return gateway
}

/** Resumes a session at a node. The first response is RESUMED or op 9, or the dispatches before it. */
async function resume(node: Node, token: string, { sessionId, seq }: Pick<RawGateway, 'sessionId' | 'seq'>) {
  const gateway = await RawGateway.connect(node.gateway)
  await gateway.next(10)
  Object.assign(gateway, { sessionId, seq })
  gateway.send(6, { token, session_id: sessionId, seq })
  const response = await Promise.race([gateway.next('RESUMED'), gateway.next(9)])
  return { gateway, resumed: response.op === 0 }
}

async function post(node: Node, token: string, channelId: string, content: string): Promise<void> {
  const { status } = await api(node.api, token).post(`/channels/${channelId}/messages`, { content })
  assert.equal(status, 200)
}

/** Reads the metrics of a node, and returns them by their names. */
async function metricsOf({ url }: { readonly url: string }): Promise<(name: string) => number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n')
  return (name) => Number(lines.find((line) => line.startsWith(`guildhall_${name} `))?.split(' ')[1])
}

/** Returns the contents of messages up to one, in their order. */
async function contentsUpTo(gateway: RawGateway, last: string): Promise<string[]> {
  const seen: string[] = []
  while (seen.at(-1) !== last) seen.push((await gateway.next<{ content: string }>('MESSAGE_CREATE')).d.content)
  return seen
}

test('a kept session is sent what happened since, as it could see it then and can see it now; each event once', {
  ...ON_POSTGRES,
}, async () => {
  await using lab = await openClusterLab({ hasBus: false })
  const [a, b] = [await lab.start('a', { world }), await lab.start('b')]
  const [ann, bob] = [a.ann.token, a.bob.token]
  const { id, general, staff, other } = a.lab
  const deny = (node: Node, channel: string, bits: string) =>
    api(node.api, ann).put(`/channels/${channel}/permissions/${id}`, { type: 0, deny: bits })
  await deny(a, staff.id, VIEW_CHANNEL)
  const session = await identify(a, bob)
  await post(a, ann, general.id, 'before')
  await contentsUpTo(session, 'before')
  await lab.stop(a)
  await session.closed
  await post(b, ann, general.id, 'general 1')
  await post(b, ann, staff.id, 'hidden')
  await post(b, ann, other.id, 'other 1')
  await deny(b, staff.id, '0')
  await post(b, ann, staff.id, 'shown')
  await deny(b, other.id, VIEW_CHANNEL)
  await post(b, ann, general.id, 'general 2')
  const { gateway, resumed } = await resume(b, bob, session)
  assert.ok(resumed)
  await post(b, ann, general.id, 'live')
  // Resume sends no message of a channel that is hidden by now, and none that was written while its channel was.
  assert.deepEqual(await contentsUpTo(gateway, 'live'), ['general 1', 'shown', 'general 2', 'live'])
  assert.equal((await gateway.next<{ id: string }>('CHANNEL_CREATE')).d.id, staff.id)
  const deleted = await gateway.next<{ id: string; name: string }>('CHANNEL_DELETE')
  assert.equal(deleted.d.id, other.id)
  assert.notEqual(deleted.d.name, 'other', 'the channel changed, and the session may not see how')
})

test('a kept session is not told that a channel is hidden because its former permissions are unknown', {
  ...ON_POSTGRES,
}, async () => {
  await using lab = await openClusterLab({ hasBus: false })
  const [a, b] = [await lab.start('a', { world }), await lab.start('b')]
  const owner = api(b.api, a.ann.token)
  const session = await identify(a, a.app.token)
  await lab.stop(a)
  await session.closed
  const setRole = (permissions: string) => owner.patch(`/guilds/${a.lab.id}/roles/${a.lab.id}`, { permissions })
  // Between the two nobody knows what the session could see. Bots are sent hidden channels in another form.
  for (const step of [
    () => setRole(String(1 << 10)),
    () => owner.patch(`/channels/${a.lab.general.id}`, { name: 'renamed' }),
    () => setRole(String((1 << 10) + 1)),
  ])
    assert.equal((await step()).status, 200)
  const { gateway, resumed } = await resume(b, a.app.token, session)
  const names = gateway.frames.flatMap(({ t, d }) => (t === 'CHANNEL_UPDATE' ? [(d as { name: string }).name] : []))
  assert.deepEqual([resumed, names], [false, []])
})

test('a kept session continues over updates of roles that its member does not have', { ...ON_POSTGRES }, async () => {
  await using lab = await openClusterLab({ hasBus: false })
  const [a, b] = [await lab.start('a', { world }), await lab.start('b')]
  const owner = api(b.api, a.ann.token)
  const roles = `/guilds/${a.lab.id}/roles`
  const { body: role } = await owner.post<{ id: string }>(roles, { name: 'crew' })
  const session = await identify(a, a.bob.token)
  await lab.stop(a)
  await session.closed
  const setPermissions = async (permissions: number) => {
    const { status } = await owner.patch(`${roles}/${role.id}`, { permissions: String(permissions) })
    assert.equal(status, 200)
  }
  await setPermissions(1 << 10)
  await post(b, a.ann.token, a.lab.general.id, 'between')
  await setPermissions(1 << 11)
  const { gateway, resumed } = await resume(b, a.bob.token, session)
  assert.ok(resumed)
  assert.deepEqual(await contentsUpTo(gateway, 'between'), ['between'])
  const updates = gateway.frames.flatMap(({ t, d }) =>
    t === 'GUILD_ROLE_UPDATE' ? [(d as unknown as RoleUpdate).role] : [],
  )
  assert.deepEqual(updates, [
    { ...updates[0], id: role.id, permissions: String(1 << 10) },
    { ...updates[0], id: role.id, permissions: String(1 << 11) },
  ])
})

test('a kept session continues over roles that are created and deleted, although its own roles move', {
  ...ON_POSTGRES,
}, async () => {
  await using lab = await openClusterLab({ hasBus: false })
  const [a, b] = [await lab.start('a', { world }), await lab.start('b')]
  const owner = api(b.api, a.ann.token)
  const { body: own } = await owner.post<{ id: string }>(`/guilds/${a.lab.id}/roles`, { name: 'own' })
  assert.equal((await owner.put(`/guilds/${a.lab.id}/members/${a.app.id}/roles/${own.id}`)).status, 204)
  const session = await identify(a, a.app.token)
  await lab.stop(a)
  await session.closed
  for (const content of ['one', 'two']) {
    const { body: role } = await owner.post<{ id: string }>(`/guilds/${a.lab.id}/roles`, { name: content })
    await post(b, a.ann.token, a.lab.general.id, content)
    assert.equal((await owner.delete(`/guilds/${a.lab.id}/roles/${role.id}`)).status, 204)
  }
  const { gateway, resumed } = await resume(b, a.app.token, session)
  assert.ok(resumed)
  const names = gateway.frames.flatMap(({ t }) => (t?.startsWith('GUILD_ROLE_') || t === 'MESSAGE_CREATE' ? [t] : []))
  const changes = ['GUILD_ROLE_UPDATE', 'GUILD_ROLE_CREATE', 'MESSAGE_CREATE', 'GUILD_ROLE_DELETE']
  assert.deepEqual(names, [...changes, ...changes])
})

for (const way of ['the bus', 'the log alone'] as const) {
  test(
    `a session moves to the node at which its client resumes it, asked for by ${way}`,
    ON_POSTGRES_AND_NATS,
    async () => {
      await using lab = await openClusterLab({ hasBus: way === 'the bus' })
      const [a, b] = [await lab.start('a', { world }), await lab.start('b')]
      const [ann, bob, general] = [a.ann.token, a.bob.token, a.lab.general.id]
      const session = await identify(a, bob)
      await post(a, ann, general, 'one')
      await contentsUpTo(session, 'one')
      assert.equal((await resume(b, ann, session)).resumed, false, 'it is the session of another user')
      assert.equal((await resume(b, bob, { sessionId: 'f'.repeat(32), seq: 1 })).resumed, false)
      const posted = post(b, ann, general, 'two')
      const moved = await resume(b, bob, session)
      assert.ok(moved.resumed)
      assert.equal((await session.closed).code, 4000)
      await posted
      await post(a, ann, general, 'three')
      const all = await contentsUpTo(moved.gateway, 'three')
      const former = session.frames.flatMap(({ t, d }) =>
        t === 'MESSAGE_CREATE' ? [(d as { content: string }).content] : [],
      )
      assert.deepEqual([...former, ...all], ['two', 'three'])
      const counted = [await metricsOf(a), await metricsOf(b)].map((read) =>
        ['moved', 'kept', 'refused'].map((result) => read(`session_moves_total{result="${result}"}`)),
      )
      assert.deepEqual(counted, [
        [0, 1, 0],
        [1, 0, 2],
      ])
      const delays = (await metricsOf(b))('event_delay_seconds_count')
      assert.equal(delays > 0, way === 'the bus', 'events of another node by NATS are measured')
      // And back, at both nodes at once: one Resume wins.
      const again = await Promise.all([resume(a, bob, moved.gateway), resume(b, bob, moved.gateway)])
      await post(b, ann, general, 'four')
      const resumed = again.filter((each) => each.resumed)
      const seen = await Promise.allSettled(resumed.map(({ gateway }) => contentsUpTo(gateway, 'four')))
      assert.deepEqual(
        seen.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
        [['four']],
      )
    },
  )
}

test('[CH-13] a session that moves before it was sent the threads of a visible channel is sent them there', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const [a, b] = [await lab.start('a', { world }), await lab.start('b')]
  const ann = api(b.api, a.ann.token)
  const { id, staff, other } = a.lab
  const threads: string[] = []
  for (const channel of [staff, other]) {
    const { body } = await ann.post<{ id: string }>(`/channels/${channel.id}/threads`, { name: 'inside', type: 11 })
    threads.push(body.id)
  }
  const set = async (channel: { id: string }, bits: object) => {
    const { status } = await ann.put(`/channels/${channel.id}/permissions/${id}`, { type: 0, ...bits })
    assert.equal(status, 204)
  }
  for (const channel of [staff, other]) await set(channel, { deny: VIEW_CHANNEL })
  const session = await identify(a, a.bob.token)
  const moved = await lab.sql.begin(async (sql) => {
    // THREAD_LIST_SYNC has rows of this table, and a Resume needs none.
    await sql`LOCK TABLE thread_members IN ACCESS EXCLUSIVE MODE`
    for (const channel of [staff, other]) {
      await set(channel, { allow: VIEW_CHANNEL })
      assert.equal((await session.next<{ id: string }>('CHANNEL_CREATE')).d.id, channel.id)
    }
    await set(other, { deny: VIEW_CHANNEL })
    await session.next('CHANNEL_DELETE')
    return resume(b, a.bob.token, session)
  })
  assert.ok(moved.resumed)
  const { d } = await moved.gateway.next('THREAD_LIST_SYNC')
  assert.deepEqual([d.channel_ids, d.threads.map((thread) => thread.id)], [[staff.id], [threads[0]]])
  await post(b, a.ann.token, a.lab.general.id, 'later')
  await contentsUpTo(moved.gateway, 'later')
  assert.ok(!moved.gateway.frames.some(({ t }) => t === 'THREAD_LIST_SYNC'), 'it is sent once')
})

test('a session that moves again and again while its channels change misses no change, as the only one of its guild', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const nodes = [await lab.start('a', { world }), await lab.start('b')] as const
  const { ann, bob, lab: guild } = nodes[0]
  let gateway = await identify(nodes[0], bob.token)
  const told: string[] = []
  const collect = ({ frames }: RawGateway) => {
    for (const { t, d } of frames) if (t === 'CHANNEL_UPDATE') told.push(`${(d as { topic: string | null }).topic}`)
  }
  const topics: string[] = []
  let isMoving = true
  const changing = [guild.general, guild.staff, guild.other].flatMap(({ id }) =>
    nodes.map(async (node, index) => {
      for (let count = 0; isMoving; count += 1) {
        const topic = `${id} ${index} ${count}`
        const { status } = await api(node.api, ann.token).patch(`/channels/${id}`, { topic })
        assert.equal(status, 200)
        topics.push(topic)
      }
    }),
  )
  try {
    for (let moves = 1; moves <= MOVES; moves += 1) {
      await gateway.drop()
      collect(gateway)
      const moved = await resume(nodes[moves % 2] ?? nodes[0], bob.token, gateway)
      assert.ok(moved.resumed)
      gateway = moved.gateway
    }
  } finally {
    isMoving = false
    await Promise.all(changing)
  }
  await post(nodes[1], ann.token, guild.general.id, 'the end')
  await contentsUpTo(gateway, 'the end')
  collect(gateway)
  assert.deepEqual(told.toSorted(), topics.toSorted())
})

test('a client that comes back to the node that keeps its session resumes it there', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const [a, b] = [await lab.start('a', { world }), await lab.start('b')]
  const session = await identify(a, a.bob.token)
  const back = await RawGateway.connect(a.gateway)
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>()
  const { promise: isSent, resolve: sent } = Promise.withResolvers<void>()
  const holding = lab.sql.begin(async (sql) => {
    await sql`SELECT 1 FROM node_sessions WHERE id = ${session.sessionId ?? ''} FOR UPDATE`
    held()
    await isSent
  })
  await isHeld
  const cut = await RawGateway.connect(b.gateway)
  cut.send(6, { token: a.bob.token, session_id: session.sessionId, seq: session.seq })
  // Node a gives the session up, and cannot store it yet.
  await session.closed
  await cut.drop()
  back.send(6, { token: a.bob.token, session_id: session.sessionId, seq: session.seq })
  await back.heartbeat()
  sent()
  await holding
  const { t } = await Promise.race([back.next('RESUMED'), back.next(9)])
  assert.equal(t, 'RESUMED')
})

test('a node that drains is not ready, leads its sessions to another node, and loses no message', {
  ...ON_POSTGRES,
}, async () => {
  await using lab = await openClusterLab({ hasBus: false })
  const [a, b] = [await lab.start('a', { world, drainSeconds: 1 }), await lab.start('b')]
  const [ann, bob, general] = [a.ann.token, a.bob.token, a.lab.general.id]
  const sessions = [await identify(a, ann), await identify(a, bob)]
  const closed = lab.stop(a)
  const ready = await fetch(`${a.url}/readyz`)
  assert.deepEqual([ready.status, ((await ready.json()) as { status: string }).status], [503, 'draining'])
  await post(a, ann, general, 'while it drains')
  for (const session of sessions) {
    await session.next(7)
    assert.equal((await session.closed).code, 4000)
  }
  await post(b, ann, general, 'after')
  for (const [index, session] of sessions.entries()) {
    const { gateway, resumed } = await resume(b, [ann, bob][index] ?? '', session)
    assert.ok(resumed)
    const former = session.frames.flatMap(({ t, d }) => (t === 'MESSAGE_CREATE' ? [d as { content: string }] : []))
    const seen = [...former.map(({ content }) => content), ...(await contentsUpTo(gateway, 'after'))]
    assert.deepEqual(seen, ['while it drains', 'after'])
  }
  await closed
})
