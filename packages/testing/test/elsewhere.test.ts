import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectPlatform, spawnPlatform } from '@guildhall/testing'

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
  await using joined = await connectPlatform({ ...options, world: { users: known, applications, guilds } })
  const people = joined as unknown as Pick<typeof spawned, 'alice' | 'bob' | 'lab'>
  await people.alice.in(people.lab.general).says('again')
  await people.bob.sees({ content: 'again' })
  await using found = await connectPlatform(options)
  const { bob: discovered, lab: place } = found as unknown as Pick<typeof spawned, 'bob' | 'lab'>
  await discovered.in(place.general).says('by their names')
  await people.alice.sees({ from: discovered })
  await joined.clock.freeze()
  const now = await joined.clock.now()
  assert.equal(await joined.clock.forward('1 hour'), now + 3_600_000)
  await assert.rejects(connectPlatform({ ...options, key: 'wrong', world: { users: known } }), { status: 401 })
})
