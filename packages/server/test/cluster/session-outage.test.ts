/** Sessions that begin, or join a guild, while their node cannot reach the database. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, RawGateway } from '@guildhall/testing'
import { openClusterLab } from '../support/cluster-lab.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { until } from '../support/until.ts'

const UNKNOWN_ERROR = 4000

const world = {
  users: { ann: {}, bob: {} },
  guilds: { lab: { owner: 'ann', channels: { general: {} } } },
}

test('a session whose user joins a guild while the database is away receives GUILD_CREATE once it is back', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const way = await lab.way()
  const b = await lab.start('b', { world })
  const a = await lab.start('a', { databaseUrl: way.url })
  const invite = await api(b.api, b.ann.token).post<{ code: string }>(`/channels/${b.lab.general.id}/invites`, {})
  const [ann, bob] = [await lab.identify(a, b.ann.token), await lab.identify(a, b.bob.token)]
  await ann.next('GUILD_CREATE')
  way.cut()
  assert.equal((await api(b.api, b.bob.token).post(`/invites/${invite.body.code}`, {})).status, 200)
  await ann.next('GUILD_MEMBER_ADD')
  await way.refusal()
  way.restore()
  assert.equal((await bob.next('GUILD_CREATE')).d.id, b.lab.id)
})

test('a session that the database left before READY ends, and its user is not online', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const way = await lab.way()
  const b = await lab.start('b', { world })
  const a = await lab.start('a', { databaseUrl: way.url })
  const sessionsOfBob = () => lab.sql`SELECT 1 FROM node_sessions WHERE user_id = ${b.bob.id}`
  const gateway = lab.keep(await RawGateway.connect(a.gateway))
  await lab.sql.begin(async (holding) => {
    // Its rows are a part of READY, and nothing reads them before.
    await holding`LOCK TABLE private_calls IN ACCESS EXCLUSIVE MODE`
    gateway.send(2, { token: b.bob.token, properties: {} })
    const waiting = () => holding`SELECT 1 FROM pg_locks WHERE relation = 'private_calls'::regclass AND NOT granted`
    await until('READY is read', async () => (await waiting()).length > 0)
    way.cut()
  })
  assert.equal((await gateway.closed).code, UNKNOWN_ERROR)
  assert.equal((await sessionsOfBob()).length, 1)
  way.restore()
  await until('the session has ended', async () => (await sessionsOfBob()).length === 0)
})
