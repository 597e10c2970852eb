/** Mentions in a thread add the mentioned members to it. */
import assert from 'node:assert/strict'
import { type ChannelObject, KNOWN_INTENTS, type MessageObject, type ThreadMemberObject } from '@guildhall/protocol'
import { guildhallTest } from '../support/fixture.ts'
import { guildSession } from '../support/sessions.ts'

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

const test = guildhallTest({ world, resets: true })
const { platform } = test
const id = (name: keyof typeof world.users) => platform[name].id

async function thread(type: number, invitable?: boolean): Promise<string> {
  const path = `/channels/${platform.lab.general.id}/threads`
  const body = { name: 'talk', type, ...(invitable === undefined ? {} : { invitable }) }
  const made = await platform.ann.api.post<ChannelObject>(path, body)
  assert.equal(made.status, 201)
  return `/channels/${made.body.id}`
}

/** Returns the names of a thread's members in alphabetical order. */
async function membersOf(path: string): Promise<string[]> {
  const { body } = await platform.ann.api.get<ThreadMemberObject[]>(`${path}/thread-members?limit=100`)
  const names = Object.keys(world.users) as (keyof typeof world.users)[]
  return body.map(({ user_id }) => names.find((name) => id(name) === user_id) ?? `${user_id}`).sort()
}

test('a mention in a thread adds users and the members of roles with up to 100 members', async () => {
  const path = await thread(11)
  await using bot = await guildSession(platform.app, KNOWN_INTENTS)
  await using cid = await guildSession(platform.cid, KNOWN_INTENTS)
  const outsider = platform.eve.id
  const content = `<@${platform.bob.id}> <@&${platform.lab.pair.id}> <@&${platform.lab.crowd.id}> <@${outsider}>`
  const sent = await platform.ann.api.post<MessageObject>(`${path}/messages`, { content })
  assert.equal(sent.body.flags & FAILED_TO_MENTION_SOME_ROLES_IN_THREAD, FAILED_TO_MENTION_SOME_ROLES_IN_THREAD)
  assert.deepEqual(await membersOf(path), ['ann', 'bob', 'cid', 'dee'])
  const update = await bot.next('THREAD_MEMBERS_UPDATE')
  assert.equal(update.d.added_members?.length, 3)
  assert.equal(`/channels/${(await cid.next('THREAD_CREATE')).d.id}`, path)
  assert.deepEqual(
    (await cid.next('THREAD_MEMBERS_UPDATE')).d.added_members?.some(({ user_id }) => user_id === platform.cid.id),
    true,
  )
  // The same mention again changes nothing.
  await bot.none('THREAD_MEMBERS_UPDATE', async () => {
    await platform.ann.api.post(`${path}/messages`, { content: `<@${platform.bob.id}>` })
  })
  await Promise.all([bot.close(), cid.close()])
})

test('a mention that allowed_mentions suppresses adds nobody, an edit that mentions does', async () => {
  const path = await thread(11)
  const content = `<@${platform.bob.id}>`
  const sent = await platform.ann.api.post<MessageObject>(`${path}/messages`, {
    content,
    allowed_mentions: { parse: [] },
  })
  assert.deepEqual(await membersOf(path), ['ann'])
  assert.equal((await platform.ann.api.patch(`${path}/messages/${sent.body.id}`, { content })).status, 200)
  assert.deepEqual(await membersOf(path), ['ann', 'bob'])
})

test('in a private thread mentions add members only where the author may invite', async () => {
  for (const [invitable, added] of [
    [true, ['ann', 'bob', 'cid']],
    [false, ['ann', 'bob']],
  ] as const) {
    const path = await thread(12, invitable)
    assert.equal((await platform.ann.api.put(`${path}/thread-members/${platform.bob.id}`)).status, 204)
    assert.equal((await platform.bob.api.post(`${path}/messages`, { content: `<@${platform.cid.id}>` })).status, 200)
    assert.deepEqual(await membersOf(path), added)
    await platform.ann.api.post(`${path}/messages`, { content: `<@${platform.dee.id}>` })
    assert.deepEqual(await membersOf(path), [...added, 'dee'])
  }
})
