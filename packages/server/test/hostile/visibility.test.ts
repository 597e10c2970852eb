/** Attempts to learn, by an event or a list, what a user may not see: hidden channels and threads behind a time-out. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ChannelObject, ThreadListObject } from '@guildhall/protocol'
import type { RawGateway } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'
import { guildSession } from '../support/sessions.ts'

const HOUR = 3_600_000
const MANAGE_THREADS = 1n << 34n
const VIEW_CHANNEL = '1024'

const world = {
  users: { ann: {}, bob: {}, mod: {} },
  applications: { app: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'mod'],
      bots: { app: { permissions: '0' } },
      roles: { mods: { permissions: MANAGE_THREADS.toString(), members: ['mod'] } },
      channels: { general: {}, plans: { topic: 'old topic' }, talk: { type: 2 } },
    },
  },
}

async function start() {
  const platform = await startPlatform({ world, rateLimits: 'off' })
  const person = (name: keyof typeof world.users) => platform[name].api
  return {
    platform,
    guild: platform.lab.id,
    channel: (name: keyof typeof world.guilds.lab.channels) => platform.lab[name].id,
    idOf: (name: keyof typeof world.users) => platform[name].id,
    ann: person('ann'),
    mod: person('mod'),
    connect: async (name: keyof typeof world.users) => {
      const gateway = await guildSession(platform[name], 0)
      return gateway
    },
    [Symbol.asyncDispose]: () => platform.close(),
  }
}

test('CHANNEL_DELETE has the old name of a channel that is hidden and renamed in one request', async () => {
  await using lab = await start()
  const bob = await lab.connect('bob')
  const path = `/channels/${lab.channel('plans')}`
  const deny = [{ id: lab.guild, type: 0, allow: '0', deny: VIEW_CHANNEL }]
  const hide = { name: 'merger', topic: 'new topic', permission_overwrites: deny }
  assert.equal((await lab.ann.patch(path, hide)).status, 200)
  const gone = await bob.next('CHANNEL_DELETE')
  assert.deepEqual([gone.d.id, gone.d.name], [lab.channel('plans'), 'plans'])
  assert.ok(!JSON.stringify(gone.d).includes('new topic'))
  // Changed while hidden, and shown again: then the name is for everybody.
  await lab.ann.patch(path, { name: 'picnic' })
  await lab.ann.patch(path, { permission_overwrites: [] })
  assert.equal((await bob.next('CHANNEL_CREATE')).d.name, 'picnic')
  await bob.close()
})

test('a timed-out moderator receives no private threads over HTTP and gateway until the timeout ends', async () => {
  await using lab = await start()
  const mod = await lab.connect('mod')
  const { ann } = lab
  const member = `/guilds/${lab.guild}/members/${lab.idOf('mod')}`
  const active = async () => (await lab.mod.get<ThreadListObject>(`/guilds/${lab.guild}/threads/active`)).body.threads
  const startThread = () =>
    ann
      .post<ChannelObject>(`/channels/${lab.channel('general')}/threads`, { name: 'secret', type: 12 })
      .then(({ body }) => body)
  const thread = await startThread()
  assert.equal((await mod.next('THREAD_CREATE')).d.id, thread.id)
  assert.deepEqual(
    (await active()).map(({ id }) => id),
    [thread.id],
  )
  const until = new Date(lab.platform.clock.now() + HOUR).toISOString()
  assert.equal((await ann.patch(member, { communication_disabled_until: until })).status, 200)
  assert.deepEqual(await active(), [])
  await mod.none('THREAD_CREATE', startThread)
  await mod.none('MESSAGE_CREATE', () => ann.post(`/channels/${thread.id}/messages`, { content: 'psst' }))
  await mod.none('VOICE_SERVER_UPDATE', async () => {
    mod.send(4, { guild_id: lab.guild, channel_id: lab.channel('talk'), self_mute: false, self_deaf: false })
    await ann.post(`/channels/${lab.channel('general')}/messages`, { content: 'hello' })
    await mod.next('MESSAGE_CREATE')
  })
  const again = await lab.connect('mod')
  await again.close()

  lab.platform.clock.advance(HOUR + 1000)
  assert.equal((await active()).length, 2)
  await ann.post(`/channels/${thread.id}/messages`, { content: 'back' })
  assert.equal((await mod.next<{ content: string }>('MESSAGE_CREATE')).d.content, 'back')
  const third = await startThread()
  assert.equal((await mod.next('THREAD_CREATE')).d.id, third.id)
  await mod.close()
})

for (const [name, type] of [
  ['public', 11],
  ['private', 12],
] as const) {
  test(`members of a ${name} thread who lost sight of the channel receive their own removal only`, async () => {
    await using lab = await start()
    const { ann } = lab
    const general = `/channels/${lab.channel('general')}`
    const thread = (await ann.post<ChannelObject>(`${general}/threads`, { name: 'plans', type })).body.id
    const membership = (user: keyof typeof world.users) => `/channels/${thread}/thread-members/${lab.idOf(user)}`
    for (const user of ['bob', 'mod'] as const) assert.equal((await ann.put(membership(user))).status, 204)
    const [bob, mod] = [await lab.connect('bob'), await lab.connect('mod')]
    const deny = [{ id: lab.guild, type: 0, allow: '0', deny: VIEW_CHANNEL }]
    assert.equal((await ann.patch(general, { permission_overwrites: deny })).status, 200)
    for (const gateway of [bob, mod]) await gateway.next('CHANNEL_DELETE')

    await ann.post(`/channels/${thread}/messages`, { content: 'without them' })
    assert.equal((await ann.delete(membership('bob'))).status, 204)
    assert.equal((await ann.put(membership('bob'))).status, 403)
    await ann.patch(`/guilds/${lab.guild}`, { description: 'after' })
    const received = async (gateway: RawGateway) => {
      const names: unknown[] = []
      for (;;) {
        const { t, d } = await gateway.next<Record<string, unknown>>(({ op }) => op === 0)
        if (t === 'GUILD_UPDATE') return names
        if (t !== 'PRESENCE_UPDATE') names.push([t, d])
      }
    }
    const removal = { id: thread, guild_id: lab.guild, member_count: 2, removed_member_ids: [lab.idOf('bob')] }
    assert.deepEqual(await received(bob), [['THREAD_MEMBERS_UPDATE', removal]])
    assert.deepEqual(await received(mod), [])
    for (const gateway of [bob, mod]) await gateway.close()
  })
}
