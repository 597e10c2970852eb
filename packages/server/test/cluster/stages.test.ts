/** Stages of several nodes: a node that does not know since when nobody speaks closes a stage late, never early. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api, type RawGateway } from '@guildhall/testing'
import { type ClusterLab, openClusterLab } from '../support/cluster-lab.ts'
import { ON_POSTGRES_AND_NATS } from '../support/nats-server.ts'
import { until } from '../support/until.ts'

const MINUTE_MS = 60_000
/** Minutes after which a silent stage is closed. */
const IDLE = 5
const world = {
  users: { ann: {}, bob: {} },
  guilds: { lab: { owner: 'ann', members: ['bob'], channels: { hall: { type: 13 } } } },
}

type First = Awaited<ReturnType<typeof startFirst>>
type Node = Awaited<ReturnType<ClusterLab['start']>>

const startFirst = (lab: ClusterLab) => lab.start('a', { world })

async function identify(lab: ClusterLab, node: Node, token: string): Promise<RawGateway> {
  const session = await lab.identify(node, token)
  await session.next('GUILD_CREATE')
  return session
}

/** Opens a stage on which its owner speaks. Returns the owner's session. */
async function speakOnStage(lab: ClusterLab, a: First): Promise<RawGateway> {
  const ann = await identify(lab, a, a.ann.token)
  const stage = { channel_id: a.lab.hall.id, topic: 'talk' }
  assert.equal((await api(a.api, a.ann.token).post('/stage-instances', stage)).status, 200)
  ann.send(4, { guild_id: a.lab.id, channel_id: a.lab.hall.id, self_mute: false, self_deaf: false })
  await ann.next('VOICE_STATE_UPDATE')
  const me = `/guilds/${a.lab.id}/voice-states/@me`
  assert.equal((await api(a.api, a.ann.token).patch(me, { suppress: false })).status, 204)
  assert.equal((await ann.next('VOICE_STATE_UPDATE')).d.suppress, false)
  return ann
}

/** Lets the check of the stage look once, which closes nothing. */
async function isLeftOpen({ sql }: ClusterLab, look: () => void): Promise<void> {
  const due = async () => (await sql`SELECT due_at FROM jobs WHERE kind = 'stage-instance'`)[0]?.due_at
  const before = await due()
  look()
  await until('the check has looked', async () => (await due()) !== before)
  assert.equal((await sql`SELECT 1 FROM stage_instances`).length, 1)
}

test('a node that starts after the last speaker has left closes the stage some minutes after its first look', {
  ...ON_POSTGRES_AND_NATS,
}, async () => {
  await using lab = await openClusterLab()
  const a = await startFirst(lab)
  const ann = await speakOnStage(lab, a)
  a.clock.advance(MINUTE_MS)
  ann.send(4, { guild_id: a.lab.id, channel_id: null })
  await ann.next('VOICE_STATE_UPDATE')
  const b = await lab.start('b')
  b.clock.advance(MINUTE_MS)
  const bob = await identify(lab, b, a.bob.token)
  await lab.stop(a)
  await isLeftOpen(lab, () => b.clock.advance((IDLE - 1) * MINUTE_MS))
  b.clock.advance(IDLE * MINUTE_MS)
  await bob.next('STAGE_INSTANCE_DELETE')
})

test('a node that missed events about a stage does not close it at once', { ...ON_POSTGRES_AND_NATS }, async () => {
  await using lab = await openClusterLab()
  const a = await startFirst(lab)
  const ann = await speakOnStage(lab, a)
  await lab.sql.begin(async (change) => {
    await change`DELETE FROM voice_states WHERE user_id = ${a.ann.id}::bigint`
    // A version that the log does not have.
    await change`UPDATE topics SET version = version + 1 WHERE topic = ${`guild.${a.lab.id}`}`
  })
  const renamed = await api(a.api, a.ann.token).patch(`/channels/${a.lab.hall.id}`, { name: 'tent' })
  assert.equal(renamed.status, 200)
  await ann.next('CHANNEL_UPDATE')
  await isLeftOpen(lab, () => a.clock.advance(IDLE * MINUTE_MS))
  a.clock.advance(IDLE * MINUTE_MS)
  await ann.next('STAGE_INSTANCE_DELETE')
})
