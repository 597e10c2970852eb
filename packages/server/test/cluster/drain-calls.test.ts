/** Calls of a node that drains. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openClusterLab } from '../support/cluster-lab.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'

/** Delay of the database's responses: a claim of a call takes longer than the pause before sessions are led away. */
const SLOW_MS = 40

const world = {
  users: { ann: {}, bob: {} },
  guilds: { lab: { owner: 'ann', members: ['bob'], channels: { lounge: { type: 2 } } } },
}

test('members receive the next node of their call before their own node leads them there, however slow its database', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const way = await lab.way()
  const a = await lab.start('a', { world, databaseUrl: way.url })
  const b = await lab.start('b')
  const [ann, bob] = [await lab.identify(a, a.ann.token), await lab.identify(b, a.bob.token)]
  for (const session of [ann, bob]) {
    await session.next('GUILD_CREATE')
    session.send(4, { guild_id: a.lab.id, channel_id: a.lab.lounge.id, self_mute: false, self_deaf: false })
    assert.equal((await session.next('VOICE_SERVER_UPDATE')).d.endpoint, new URL(a.api).host)
  }
  way.slow(SLOW_MS)
  const closed = lab.stop(a)
  for (const session of [ann, bob])
    assert.equal((await session.next('VOICE_SERVER_UPDATE')).d.endpoint, new URL(b.api).host)
  await ann.next(7)
  assert.equal((await ann.closed).code, 4000)
  way.slow(0)
  await closed
})
