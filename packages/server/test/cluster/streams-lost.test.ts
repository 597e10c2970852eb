/** Shared screens of a node that was killed. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Frame, RawGateway } from '@guildhall/testing'
import { secretKey, startNode } from '../support/cluster-node.ts'
import { clusterStore } from '../support/cluster-store.ts'
import { ON_POSTGRES_AND_NATS, startNats } from '../support/nats-server.ts'
import { spawnPlatform } from '../support/platform.ts'
import { joinVoice, shareScreen, streamEnd, watchStream } from '../support/streams.ts'

const LOSS = { timeoutMs: 30_000 }
const world = {
  users: { ann: {}, bob: {}, cat: {}, dan: {} },
  guilds: { lab: { owner: 'ann', members: ['bob', 'cat', 'dan'], channels: { lounge: { type: 2 } } } },
}

/** Starts two nodes, of which the second one is a process that can be killed. */
async function openLab() {
  const { databaseUrl, drop } = await clusterStore()
  const files = await mkdtemp(join(tmpdir(), 'guildhall-files-'))
  const nats = await startNats()
  const a = await startNode(databaseUrl, 'a', { world, busUrls: [nats.url] })
  const env = { ...process.env, GUILDHALL_SECRET_KEY: secretKey.toString('hex') }
  const args = ['--files-url', files, '--node-name', 'b', '--data', ':memory:']
  const b = await spawnPlatform({ databaseUrl, busUrl: nats.url, rateLimits: 'off', env, args })
  const sessions: RawGateway[] = []
  return {
    a,
    b,
    async identify(node: { gateway: string }, name: keyof typeof world.users) {
      const session = await RawGateway.open(node.gateway, { token: a[name].token })
      sessions.push(session)
      await session.next('GUILD_CREATE')
      return session
    },
    async [Symbol.asyncDispose]() {
      for (const session of sessions) await session.drop()
      await b.kill()
      await a.close()
      await nats[Symbol.asyncDispose]()
      await rm(files, { recursive: true, force: true })
      await drop()
    },
  }
}

test('the stream of a killed node ends for its viewers, and one whose call it had goes on at another node', {
  ...ON_POSTGRES_AND_NATS,
  timeout: 120_000,
}, async () => {
  await using lab = await openLab()
  const { a, b } = lab
  const lounge = { guildId: a.lab.id, channelId: a.lab.lounge.id }
  const [dan, bob] = [await lab.identify(b, 'dan'), await lab.identify(b, 'bob')]
  const [ann, cat] = [await lab.identify(a, 'ann'), await lab.identify(a, 'cat')]
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
