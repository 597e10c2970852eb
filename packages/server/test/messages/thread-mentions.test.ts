/** Mentions in a thread add the mentioned members to it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import { startPlatform } from '../support/platform.ts'

const FAILED_TO_MENTION_SOME_ROLES_IN_THREAD = 1 << 8
const ROLE_MEMBERS_MAX = 100
const CROWD = Array.from({ length: ROLE_MEMBERS_MAX + 1 }, (_, index) => `crowd${index}`)

const world = {
  users: { ann: {}, bob: {}, cid: {}, dee: {}, eve: {}, ...Object.fromEntries(CROWD.map((name) => [name, {}])) },
  applications: { app: { owner: 'ann', bot: {}, intents: ['GUILD_MEMBERS', 'GUILD_PRESENCES', 'MESSAGE_CONTENT'] } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'cid', 'dee', ...CROWD],
      bots: { app: { permissions: '8' } },
      roles: { pair: { mentionable: true, members: ['cid', 'dee'] }, crowd: { mentionable: true, members: CROWD } },
      channels: { general: {} },
    },
  },
}

interface Wire {
  id: string
  flags: number
  user_id: string
  added_members?: { user_id: string }[]
}

async function start() {
  const platform = await startPlatform({ world, rateLimits: 'off' } as never)
  const filled = platform.world
  const lab = filled?.guilds.lab
  assert.ok(filled && lab)
  const person = (name: string) => api(platform.api, filled.users[name]?.token)
  const idOf = (name: string) => filled.users[name]?.id ?? ''
  const names = new Map(Object.entries(filled.users).map(([name, { id }]) => [id, name]))
  const ann = person('ann')
  const thread = async (type: number, invitable?: boolean) => {
    const path = `/channels/${lab.channels.general?.id}/threads`
    const made = await ann.post<Wire>(path, { name: 'talk', type, ...(invitable === undefined ? {} : { invitable }) })
    assert.equal(made.status, 201)
    return `/channels/${made.body.id}`
  }
  return {
    ann,
    bob: person('bob'),
    idOf,
    role: (name: string) => lab.roles[name]?.id ?? '',
    thread,
    membersOf: async (path: string) => {
      const { body } = await ann.get<Wire[]>(`${path}/thread-members?limit=100`)
      return body.map(({ user_id }) => names.get(user_id) ?? user_id).sort()
    },
    connect: async (token: string | undefined) => {
      const gateway = await RawGateway.connect(platform.gateway)
      await gateway.identify({ token: token ?? '', intents: 53608447 })
      await gateway.next('GUILD_CREATE')
      return gateway
    },
    filled,
    [Symbol.asyncDispose]: () => platform.close(),
  }
}

test('a mention in a thread adds users and the members of roles with up to 100 members', async () => {
  await using lab = await start()
  const path = await lab.thread(11)
  const bot = await lab.connect(lab.filled.applications.app?.bot?.token)
  const cid = await lab.connect(lab.filled.users.cid?.token)
  const outsider = lab.idOf('eve')
  const content = `<@${lab.idOf('bob')}> <@&${lab.role('pair')}> <@&${lab.role('crowd')}> <@${outsider}>`
  const sent = await lab.ann.post<Wire>(`${path}/messages`, { content })
  assert.equal(sent.body.flags & FAILED_TO_MENTION_SOME_ROLES_IN_THREAD, FAILED_TO_MENTION_SOME_ROLES_IN_THREAD)
  assert.deepEqual(await lab.membersOf(path), ['ann', 'bob', 'cid', 'dee'])
  const update = await bot.next<Wire>('THREAD_MEMBERS_UPDATE')
  assert.equal(update.d.added_members?.length, 3)
  assert.equal(`/channels/${(await cid.next<Wire>('THREAD_CREATE')).d.id}`, path)
  assert.deepEqual(
    (await cid.next<Wire>('THREAD_MEMBERS_UPDATE')).d.added_members?.some(({ user_id }) => user_id === lab.idOf('cid')),
    true,
  )
  // The same mention again changes nothing.
  await bot.none('THREAD_MEMBERS_UPDATE', async () => {
    await lab.ann.post(`${path}/messages`, { content: `<@${lab.idOf('bob')}>` })
  })
  await Promise.all([bot.close(), cid.close()])
})

test('a mention that allowed_mentions suppresses adds nobody, an edit that mentions does', async () => {
  await using lab = await start()
  const path = await lab.thread(11)
  const content = `<@${lab.idOf('bob')}>`
  const sent = await lab.ann.post<Wire>(`${path}/messages`, { content, allowed_mentions: { parse: [] } })
  assert.deepEqual(await lab.membersOf(path), ['ann'])
  assert.equal((await lab.ann.patch(`${path}/messages/${sent.body.id}`, { content })).status, 200)
  assert.deepEqual(await lab.membersOf(path), ['ann', 'bob'])
})

test('in a private thread mentions add members only where the author may invite', async () => {
  await using lab = await start()
  for (const [invitable, added] of [
    [true, ['ann', 'bob', 'cid']],
    [false, ['ann', 'bob']],
  ] as const) {
    const path = await lab.thread(12, invitable)
    assert.equal((await lab.ann.put(`${path}/thread-members/${lab.idOf('bob')}`)).status, 204)
    assert.equal((await lab.bob.post(`${path}/messages`, { content: `<@${lab.idOf('cid')}>` })).status, 200)
    assert.deepEqual(await lab.membersOf(path), added)
    await lab.ann.post(`${path}/messages`, { content: `<@${lab.idOf('dee')}>` })
    assert.deepEqual(await lab.membersOf(path), [...added, 'dee'])
  }
})
