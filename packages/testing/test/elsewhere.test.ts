import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectPlatform, spawnPlatform, startPlatform, type World } from '@guildhall/testing'

const world = {
  users: { alice: {}, bob: {} },
  guilds: { lab: { owner: 'alice', members: ['bob'], channels: { general: {} } } },
}

test('people act on a platform in another process, started here or by somebody else', async () => {
  await using spawned = await spawnPlatform({ world, within: '30 seconds' })
  const { alice, bob, lab } = spawned
  await alice.in(lab.general).says('hello')
  await bob.sees({ from: alice, content: 'hello' })
  const { users, applications, guilds } = spawned.world
  // A ready line of a later start has no tokens.
  const known = { alice: { id: users.alice?.id ?? '' }, bob: { id: users.bob?.id ?? '' } } as unknown as typeof users
  const options = { server: spawned.url, key: spawned.control.key, within: '30 seconds' }
  await using joined = await connectPlatform<typeof world>({
    ...options,
    world: { users: known, applications, guilds },
  })
  await joined.alice.in(joined.lab.general).says('again')
  await joined.bob.sees({ content: 'again' })
  await using found = await connectPlatform<typeof world>(options)
  await found.bob.in(found.lab.general).says('by their names')
  await joined.alice.sees({ from: found.bob })
  await joined.clock.freeze()
  const now = await joined.clock.now()
  assert.equal(await joined.clock.forward('1 hour'), now + 3_600_000)
  await assert.rejects(connectPlatform({ ...options, key: 'wrong', world: { users: known } }), { status: 401 })
})

test('people act in a named world, by the url and key of its ready line', async () => {
  await using platform = await startPlatform({ world, within: '30 seconds' })
  const { ready } = await platform.control.request('POST /worlds', { name: 'second', world })
  const options = { server: ready.url, key: ready.control.key, within: '30 seconds' } as const
  await using second = await connectPlatform<typeof world>({ ...options, world: ready.world as World })
  const { alice, bob, lab } = second
  await alice.in(lab.general).says('hello')
  await bob.sees({ from: alice, content: 'hello' })
  await platform.bob.seesNothing({ content: 'hello' })
  await second.snapshot('greeted')
  await second.reset()
  assert.deepEqual((await bob.api.get(`/channels/${lab.general.id}/messages`)).body, [])
  await second.restore('greeted')
  await using found = await connectPlatform<typeof world>(options)
  const { body } = await found.bob.api.get<{ content: string }[]>(`/channels/${found.lab.general.id}/messages`)
  assert.deepEqual(
    body.map(({ content }) => content),
    ['hello'],
  )
  await assert.rejects(connectPlatform({ ...options, key: platform.control.key }), { status: 401 })
})
