/** Presences that change while a session is between two nodes. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import { openClusterLab } from '../support/cluster-lab.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'

const GUILDS_AND_PRESENCES = 1 | (1 << 8)
const world = {
  users: { ann: {}, bob: {}, cat: {}, dan: {}, fay: {} },
  applications: { app: { owner: 'ann', intents: ['GUILD_PRESENCES'], bot: {} } },
  guilds: {
    lab: { owner: 'ann', members: ['bob', 'cat'], bots: { app: {} }, channels: { general: {} } },
  },
}

interface PresenceUpdate {
  readonly user: { readonly id: string; readonly global_name?: string | null }
  readonly status: string
  readonly guild_id?: string
}

test('a session that was between two nodes is sent the presences that changed meanwhile, and those of new friends', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const [a, b] = [await lab.start('a', { world }), await lab.start('b')]
  const as = (name: keyof typeof world.users) => api(b.api, a[name].token)
  const befriend = async (name: 'bob' | 'fay') => {
    await as('ann').put(`/users/@me/relationships/${a[name].id}`, {})
    await as(name).put(`/users/@me/relationships/${a.ann.id}`, {})
  }
  await befriend('bob')
  const invite = await as('ann').post<{ code: string }>(`/channels/${a.lab.general.id}/invites`, {})
  const open = (name: keyof typeof world.users) => lab.identify(b, a[name].token, { intents: GUILDS_AND_PRESENCES })
  const others = { bob: await open('bob'), cat: await open('cat'), dan: await open('dan') }
  await open('fay')
  const kept = await Promise.all(
    [a.ann.token, a.app.token].map(async (token) => {
      const session = await lab.identify(a, token, { intents: GUILDS_AND_PRESENCES })
      await session.next('GUILD_CREATE')
      return { token, session }
    }),
  )
  await lab.stop(a)
  for (const { session } of kept) await session.closed

  others.bob.send(3, { status: 'idle', since: null, afk: false, activities: [] })
  await as('bob').patch('/users/@me', { global_name: 'Bobby' })
  others.cat.close(1000)
  assert.equal((await as('dan').post(`/invites/${invite.body.code}`)).status, 200)
  await befriend('fay')
  // Other sessions of this node receive the last of them.
  const watcher = await open('ann')
  await watcher.next('GUILD_CREATE')
  others.bob.send(3, { status: 'dnd', since: null, afk: false, activities: [] })
  await watcher.next(({ t, d }) => t === 'PRESENCE_UPDATE' && d?.status === 'dnd')

  const updates = kept.map(async ({ token, session: { sessionId, seq } }) => {
    const gateway = lab.keep(await RawGateway.connect(b.gateway))
    Object.assign(gateway, { sessionId, seq })
    gateway.send(6, { token, session_id: sessionId, seq })
    await gateway.next('RESUMED')
    const received = gateway.frames.flatMap(({ t, d }) =>
      t === 'PRESENCE_UPDATE' ? [d as unknown as PresenceUpdate] : [],
    )
    return (
      received
        // Those who are online since just before may be sent again: clocks of nodes differ.
        .filter(({ user }) => [a.bob, a.cat, a.dan, a.fay].some(({ id }) => id === user.id))
        .map(({ user, status, guild_id }) => [guild_id ? 'lab' : 'friend', user.id, status, user.global_name ?? ''])
        .toSorted()
    )
  })
  const inGuild = [
    ['lab', a.bob.id, 'dnd', ''],
    ['lab', a.cat.id, 'offline', ''],
    ['lab', a.dan.id, 'online', ''],
  ]
  const ofFriends = [
    ['friend', a.bob.id, 'dnd', 'Bobby'],
    ['friend', a.fay.id, 'online', ''],
  ]
  const [person, bot] = await Promise.all(updates)
  assert.deepEqual(bot, inGuild)
  assert.deepEqual(person, [...ofFriends, ...inGuild])
})
