/** Sign-in without a password, which only the demo world on this machine offers. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { api } from '@guildhall/testing'
import { onlyOneNode } from '../support/only-one-node.ts'
import { startPlatform } from '../support/platform.ts'

type Platform = Awaited<ReturnType<typeof startPlatform>>

interface Person {
  id: string
  username: string
}

async function listPeople(platform: Platform, headers: Record<string, string> = {}): Promise<Person[]> {
  const response = await fetch(`${platform.api}/auth/demo`, { headers })
  assert.equal(response.status, 200)
  return ((await response.json()) as { people: Person[] }).people
}

async function signIn(platform: Platform, userId: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${platform.api}/auth/demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ user_id: userId }),
  })
  return { status: response.status, body: (await response.json()) as { token: string; user_id: string } }
}

/** A proxy in front of the platform switches the sign-in off. */
const ONE_NODE = onlyOneNode('the demo world signs people in at the address of its process')

test('the demo world signs its people in without a password', ONE_NODE, async () => {
  await using platform = await startPlatform()
  const people = await listPeople(platform)
  assert.deepEqual(people.map(({ username }) => username).sort(), ['alice', 'bob', 'carol'])
  // Default avatars follow from the millisecond of an id.
  assert.equal(new Set(people.map(({ id }) => (BigInt(id) >> 22n) % 6n)).size, 3)
  const bob = people.find(({ username }) => username === 'bob') ?? assert.fail()
  const { status, body } = await signIn(platform, bob.id, { origin: platform.url, 'sec-fetch-site': 'same-origin' })
  assert.deepEqual([status, body.user_id], [200, bob.id])
  const me = await api(platform.api, body.token).get<Person>('/users/@me')
  assert.equal(me.body.username, 'bob')
  await api(platform.api, body.token).post('/auth/logout', {})
  assert.equal((await api(platform.api, body.token).get('/users/@me')).status, 401)
})

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://example.com' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'x-forwarded-for': '203.0.113.9' },
  { 'x-forwarded-proto': 'https' },
  { via: '1.1 proxy' },
  { 'x-real-ip': '203.0.113.9' },
  { forwarded: 'for=203.0.113.9' },
  { 'cf-connecting-ip': '203.0.113.9' },
]

test('requests of other sites and of proxies list nobody and sign nobody in', ONE_NODE, async () => {
  await using platform = await startPlatform()
  const [person] = await listPeople(platform)
  for (const headers of FOREIGN) {
    assert.deepEqual(await listPeople(platform, headers), [])
    assert.equal((await signIn(platform, person?.id, headers)).status, 404)
  }
})

test('bots and unknown users cannot be signed in', ONE_NODE, async () => {
  await using platform = await startPlatform()
  const bot = Object.values(platform.world?.applications ?? {})[0]?.bot?.id
  for (const id of [bot, '1']) assert.equal((await signIn(platform, id)).status, 404)
  assert.equal((await signIn(platform, 'alice')).status, 400)
})

test('other worlds, other listen addresses and trusted proxies switch it off', ONE_NODE, async () => {
  const world = { users: { ann: {} }, applications: {}, guilds: {} }
  for (const options of [{ world }, { host: '0.0.0.0', demo: true }, { trustProxy: ['127.0.0.1'] }]) {
    await using platform = await startPlatform(options)
    assert.deepEqual(await listPeople(platform), [])
    const [user] = Object.values(platform.world?.users ?? {})
    assert.equal((await signIn(platform, user?.id)).status, 404)
  }
})

test('a store with another world does not become a demo at a start without one', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-demo-'))
  try {
    const data = join(folder, 'data')
    {
      await using first = await startPlatform({ data, world: { users: { ann: {} }, applications: {}, guilds: {} } })
      assert.deepEqual(await listPeople(first), [])
    }
    await using second = await startPlatform({ data })
    assert.deepEqual(await listPeople(second), [])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('the demo world is still one after a restart', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'guildhall-demo-'))
  try {
    const data = join(folder, 'data')
    {
      await using first = await startPlatform({ data })
      assert.equal((await listPeople(first)).length, 3)
      await first.forgetWorldSecrets()
    }
    await using second = await startPlatform({ data })
    assert.equal((await listPeople(second)).length, 3)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
