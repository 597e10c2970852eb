/** Presences of a bot with several shards: each shard has its own in its guilds. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Intent } from '@guildhall/protocol'
import type { Frame } from '@guildhall/testing'
import { startLab } from '../support/gateway-lab.ts'

const SHARDS = 3
const GUILDS = [0, 1, 2] as const
/** A snowflake whose guild belongs to a shard. */
const guildIdOf = (shard: number) => (BigInt(300_000_000_000 * SHARDS + shard) << 22n).toString()

const world = {
  users: { ann: {} },
  applications: { app: { owner: 'ann', bot: {}, intents: ['GUILD_PRESENCES'], max_concurrency: 16 } },
  guilds: Object.fromEntries(
    GUILDS.map((shard) => [
      `lab${shard}`,
      { id: guildIdOf(shard), owner: 'ann', bots: { app: { permissions: '8' } }, channels: { general: {} } },
    ]),
  ),
}

interface PresenceUpdate {
  guild_id: string
  status: string
  activities: { name: string }[]
  user: { id: string }
}

interface Guild {
  id: string
  presences: PresenceUpdate[]
}

test('a bot that sets one status on each shard shows it, and its activity once, in all guilds', async () => {
  await using lab = await startLab({ world })
  const ann = await lab.connect()
  await ann.identify({ token: lab.personToken('ann') })
  for (const _ of GUILDS) await ann.next('GUILD_CREATE')
  const shards = await Promise.all(
    GUILDS.map((id) => lab.session('app', { shard: [id, SHARDS], intents: Intent.GUILDS })),
  )
  for (const shard of shards) await shard.next('GUILD_CREATE')
  const busy = { status: 'dnd', afk: false, since: null, activities: [{ name: 'chess', type: 0 }] }
  for (const shard of shards) shard.send(3, busy)
  for (const guild of GUILDS) {
    const { d } = await ann.next<PresenceUpdate>(
      (frame: Frame) =>
        frame.t === 'PRESENCE_UPDATE' &&
        (frame.d as unknown as PresenceUpdate).guild_id === guildIdOf(guild) &&
        (frame.d as unknown as PresenceUpdate).status === 'dnd',
    )
    assert.deepEqual(
      d.activities.map(({ name }) => name),
      ['chess'],
    )
  }
  // Members who come later see the same.
  const later = await lab.connect()
  await later.identify({ token: lab.personToken('ann') })
  for (const _ of GUILDS) {
    const { d } = await later.next<Guild>('GUILD_CREATE')
    const own = d.presences.find(({ user }) => user.id === lab.userId('app'))
    assert.deepEqual([own?.status, own?.activities.length], ['dnd', 1], d.id)
  }

  shards[1]?.send(3, { ...busy, status: 'idle' })
  const changed = await ann.next<PresenceUpdate>(
    (frame: Frame) => frame.t === 'PRESENCE_UPDATE' && (frame.d as unknown as PresenceUpdate).status === 'idle',
  )
  assert.equal(changed.d.guild_id, guildIdOf(1), 'only the guilds of that shard change')
  await Promise.all([...shards, ann, later].map((gateway) => gateway.close()))
})
