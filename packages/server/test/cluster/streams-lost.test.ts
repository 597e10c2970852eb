/** Shared screens of a node that was killed. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Frame } from '@guildhall/testing'
import { openClusterLab } from '../support/cluster-lab.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { joinVoice, shareScreen, streamEnd, watchStream } from '../support/streams.ts'

const LOSS = { timeoutMs: 30_000 }
const world = {
  users: { ann: {}, bob: {}, cat: {}, dan: {} },
  guilds: { lab: { owner: 'ann', members: ['bob', 'cat', 'dan'], channels: { lounge: { type: 2 } } } },
}

test('the stream of a killed node ends for its viewers, and one whose call it had goes on at another node', {
  ...ON_POSTGRES_AND_NATS,
  timeout: 120_000,
}, async () => {
  await using lab = await openClusterLab()
  const a = await lab.start('a', { world })
  const b = await lab.spawn('b')
  const lounge = { guildId: a.lab.id, channelId: a.lab.lounge.id }
  const [dan, bob] = [await lab.identify(b, a.dan.token), await lab.identify(b, a.bob.token)]
  const [ann, cat] = [await lab.identify(a, a.ann.token), await lab.identify(a, a.cat.token)]
  for (const session of [dan, bob, ann, cat]) await session.next('GUILD_CREATE')
  const host = await joinVoice(dan, lounge)
  assert.equal(host, new URL(b.api).host)
  for (const session of [bob, ann, cat]) assert.equal(await joinVoice(session, lounge), host)
  const stays = await shareScreen(ann, lounge)
  assert.equal(stays.endpoint, host)
  const ends = await shareScreen(dan, lounge)
  await watchStream(bob, stays.key)
  for (const { key } of [stays, ends]) await watchStream(cat, key)
  await b.kill()

  for (const session of [ann, cat]) {
    const isServer = ({ t, d }: Frame) => t === 'STREAM_SERVER_UPDATE' && d?.stream_key === stays.key
    assert.equal((await session.next<{ endpoint: string }>(isServer, LOSS)).d.endpoint, new URL(a.api).host)
    const isWithoutBob = ({ t, d }: Frame) =>
      t === 'STREAM_UPDATE' && (d?.viewer_ids as string[]).join() === a.cat.id && d?.stream_key === stays.key
    await session.next(isWithoutBob, LOSS)
  }
  const { stream_key, reason } = (await cat.next<{ stream_key: string; reason: string }>('STREAM_DELETE', LOSS)).d
  assert.deepEqual([stream_key, reason], [ends.key, 'stream_ended'])
  ann.send(19, { stream_key: stays.key })
  assert.deepEqual((await streamEnd(cat)).stream_key, stays.key)
})
