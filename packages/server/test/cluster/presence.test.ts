/** Presences of users whose sessions are on several nodes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import postgres from 'postgres'
import { runningClock } from '../../src/kernel/clock.ts'
import { openClusterLab } from '../support/cluster-lab.ts'
import { startNode } from '../support/cluster-node.ts'
import { clusterStore, ON_POSTGRES } from '../support/cluster-store.ts'
import { ON_POSTGRES_AND_NATS, startNats } from '../support/nats-server.ts'
import { until } from '../support/until.ts'

const GUILDS_AND_PRESENCES = 1 | (1 << 8)
/** Pause after which a node looks for lost sessions again, and grace of these. */
const LOOKED_MS = 5_000

const world = {
  users: { ann: {}, bob: {} },
  applications: { app: { owner: 'ann', intents: ['GUILD_PRESENCES'], bot: {} } },
  guilds: { lab: { owner: 'ann', members: ['bob'], bots: { app: {} }, channels: { general: {} } } },
}

type Node = { readonly gateway: string }

interface PresenceUpdate {
  user: { id: string }
  status: string
  activities: { name: string }[]
  client_status: Record<string, string>
  guild_id?: string
}

async function identify(node: Node, token: string, { browser = 'web', status = 'online' } = {}): Promise<RawGateway> {
  const gateway = await RawGateway.connect(node.gateway)
  await gateway.identify({
    token,
    intents: GUILDS_AND_PRESENCES,
    properties: { browser },
    presence: { status, activities: [], since: null, afk: false },
  })
  await gateway.next('GUILD_CREATE')
  return gateway
}

/** Returns the next presence of a user in a guild that a session receives. */
async function presenceOf(session: RawGateway, userId: string): Promise<PresenceUpdate> {
  for (;;) {
    const { d } = await session.next<PresenceUpdate>('PRESENCE_UPDATE')
    if (d.user.id === userId) return d
  }
}

const shown = ({ status, activities, client_status }: PresenceUpdate) => ({
  status,
  activities: activities.map(({ name }) => name),
  clients: client_status,
})

for (const way of ['the bus', 'the log alone'] as const) {
  test(`the presence of a user is that of the sessions of all nodes, by ${way}`, ON_POSTGRES_AND_NATS, async () => {
    const { databaseUrl, drop } = await clusterStore()
    await using nats = await startNats()
    const busUrls = way === 'the bus' ? [nats.url] : []
    const a = await startNode(databaseUrl, 'a', { world, busUrls })
    const b = await startNode(databaseUrl, 'b', { busUrls })
    try {
      const [bobId, lab] = [a.bob.id, a.lab.id]
      const bot = await identify(a, a.app.token)
      const otherBot = await identify(b, a.app.token)
      const atB = await identify(b, a.bob.token, { status: 'idle' })
      assert.deepEqual(shown(await presenceOf(bot, bobId)), {
        status: 'idle',
        activities: [],
        clients: { web: 'idle' },
      })
      const atA = await identify(a, a.bob.token, { browser: 'Client' })
      assert.deepEqual(shown(await presenceOf(bot, bobId)), {
        status: 'online',
        activities: [],
        clients: { web: 'idle', desktop: 'online' },
      })
      while ((await presenceOf(otherBot, bobId)).status !== 'online');
      // A session that begins later receives what the nodes know together.
      const late = await RawGateway.connect(b.gateway)
      await late.identify({ token: a.app.token, intents: GUILDS_AND_PRESENCES })
      const created = await late.next<{ presences: PresenceUpdate[] }>('GUILD_CREATE')
      const ofBob = created.d.presences.find(({ user }) => user.id === bobId)
      assert.deepEqual(ofBob && shown(ofBob), {
        status: 'online',
        activities: [],
        clients: { web: 'idle', desktop: 'online' },
      })
      atB.send(3, { status: 'dnd', since: null, afk: false, activities: [{ name: 'chess', type: 0 }] })
      assert.deepEqual(shown(await presenceOf(bot, bobId)), {
        status: 'online',
        activities: ['chess'],
        clients: { web: 'dnd', desktop: 'online' },
      })
      // The end of one session is not the end of the user.
      atA.close(1000)
      assert.deepEqual(shown(await presenceOf(bot, bobId)), {
        status: 'dnd',
        activities: ['chess'],
        clients: { web: 'dnd' },
      })
      atB.close(1000)
      assert.deepEqual(shown(await presenceOf(bot, bobId)), { status: 'offline', activities: [], clients: {} })
      await until('the other node has the same', async () => {
        const request = { guild_id: lab, user_ids: [bobId], presences: true }
        late.send(8, request)
        const { d } = await late.next<{ presences: PresenceUpdate[] }>('GUILD_MEMBERS_CHUNK')
        return d.presences.length === 0
      })
    } finally {
      for (const node of [b, a]) await node.close()
      await drop()
    }
  })
}

const town = {
  users: { ann: {}, bob: {}, cat: {}, dan: {} },
  applications: { app: { owner: 'ann', intents: ['GUILD_PRESENCES'], bot: {} } },
  guilds: {
    lab: { owner: 'ann', members: ['bob', 'cat', 'dan'], bots: { app: {} }, channels: { general: {} } },
    club: { owner: 'ann', bots: { app: {} }, channels: { general: {} } },
  },
}

test('a node that starts has the presences of others; a lost session ends after a grace, unless its user is back', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  const { databaseUrl, drop } = await clusterStore()
  // The first of the live nodes ends lost sessions.
  const wallClock = runningClock()
  const a = await startNode(databaseUrl, 'a', { world: town, wallClock })
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined })
  const [lab, club] = [a.lab.id, a.club.id]
  const [ann, bob] = [api(a.api, a.ann.token), api(a.api, a.bob.token)]
  await ann.put(`/users/@me/relationships/${a.bob.id}`, {})
  await bob.put(`/users/@me/relationships/${a.ann.id}`, {})
  await ann.patch(`/guilds/${lab}/widget`, { enabled: true, channel_id: null })
  const invite = await ann.post<{ code: string }>(`/channels/${a.club.general.id}/invites`, {})
  const bobAtA = await identify(a, a.bob.token, { status: 'dnd' })
  const presence = JSON.stringify({ status: 'online', activities: [], client: 'web' })
  const lose = (userId: string) =>
    sql`INSERT INTO node_sessions (id, node, epoch, user_id, application_id, kind, scopes, shard, presence, begun_at)
      VALUES (${`lost of ${userId}`}, 'z', 1, ${userId}::bigint, NULL, 'person', '[]', '[0,1]', ${presence}, 0)`
  await lose(a.cat.id)
  const b = await startNode(databaseUrl, 'b')
  let moving: NodeJS.Timeout | undefined
  try {
    // No session at this node watches the guild.
    const widget = await api(b.api, '').get<{ presence_count: number }>(`/guilds/${lab}/widget.json`)
    assert.equal(widget.body.presence_count, 2)
    const annAtB = await RawGateway.connect(b.gateway)
    const ready = await annAtB.identify<{ presences: PresenceUpdate[] }>({ token: a.ann.token, intents: 0 })
    assert.deepEqual(
      ready.presences.map(({ user, status }) => [user.id, status]),
      [[a.bob.id, 'dnd']],
    )
    const bot = await identify(b, a.app.token)
    await bot.next('GUILD_CREATE')
    await lose(a.dan.id)
    await identify(b, a.dan.token)
    // A guild that the user joins at another node than that of the session.
    const joined = await api(b.api, a.bob.token).post(`/invites/${invite.body.code}`)
    assert.equal(joined.status, 200, JSON.stringify(joined.body))
    const update = await presenceOf(bot, a.bob.id)
    assert.deepEqual([update.guild_id, update.status], [club, 'dnd'])
    bobAtA.close(1000)
    const friend = await annAtB.next<PresenceUpdate>(
      ({ t, d }) => t === 'PRESENCE_UPDATE' && !('guild_id' in (d ?? {})),
    )
    assert.deepEqual([friend.d.user.id, friend.d.status], [a.bob.id, 'offline'])
    const ends: string[] = []
    moving = setInterval(() => wallClock.advance(LOOKED_MS), 50)
    while (!ends.includes(a.cat.id)) {
      const { d } = await bot.next<PresenceUpdate>('PRESENCE_UPDATE')
      if (d.status === 'offline') ends.push(d.user.id)
    }
    assert.deepEqual(ends, [a.bob.id, a.bob.id, a.cat.id], 'once in each guild')
    assert.equal((await sql`SELECT 1 FROM node_sessions WHERE node = 'z'`).length, 0)
  } finally {
    clearInterval(moving)
    await sql.end()
    for (const node of [b, a]) await node.close()
    wallClock.close()
    await drop()
  }
})

test('READY has no presence of a person who was unfriended at another node just now', {
  ...ON_POSTGRES,
}, async () => {
  await using lab = await openClusterLab({ hasBus: false })
  const [a, b] = [await lab.start('a', { world: town }), await lab.start('b')]
  const [ann, bob] = [api(a.api, a.ann.token), api(a.api, a.bob.token)]
  await lab.identify(b, a.bob.token)
  // Another session of ann: node b follows her friends by events.
  const first = await lab.identify(b, a.ann.token)
  await ann.put(`/users/@me/relationships/${a.bob.id}`, {})
  await bob.put(`/users/@me/relationships/${a.ann.id}`, {})
  await first.next(({ t, d }) => t === 'PRESENCE_UPDATE' && !('guild_id' in (d ?? {})))
  await ann.delete(`/users/@me/relationships/${a.bob.id}`)
  const next = lab.keep(await RawGateway.connect(b.gateway))
  const ready = await next.identify<{ relationships: unknown[]; presences: PresenceUpdate[] }>({ token: a.ann.token })
  assert.deepEqual([ready.relationships, ready.presences], [[], []])
  await first.next('RELATIONSHIP_REMOVE')
})
