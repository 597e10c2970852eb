/** After a restart a guild has everything besides its channels again, and jobs that wait for the clock still wait. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type {
  ScheduledEventObject,
  SoundboardSoundObject,
  StageInstanceObject,
  StickerObject,
} from '@guildhall/protocol'
import { api, RawGateway } from '@guildhall/testing'
import { PIXEL } from '../support/generated-inputs.ts'
import { startPlatform } from '../support/platform.ts'
import { testStore } from '../support/test-store.ts'

const HOUR = 3_600_000
const world = {
  users: { ann: {} },
  applications: {},
  guilds: { lab: { owner: 'ann', channels: { general: {}, hall: { type: 13 } } } },
}

test('scheduled events, stages, stickers and sounds survive a restart with their timers', async () => {
  const store = await testStore()
  const data = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  const options = { rateLimits: 'off', data, databaseUrl: store.databaseUrl } as const
  try {
    const first = await startPlatform({ ...options, world })
    const token = first.world?.users.ann?.token ?? ''
    const guild = first.world?.guilds.lab
    const ann = api(first.api, token)
    const at = first.clock.now()
    const event = {
      name: 'Picnic',
      privacy_level: 2,
      entity_type: 3,
      entity_metadata: { location: 'here' },
      scheduled_start_time: new Date(at + HOUR).toISOString(),
      scheduled_end_time: new Date(at + 2 * HOUR).toISOString(),
    }
    const form = new FormData()
    for (const [key, value] of Object.entries({ name: 'wave', tags: 'x' })) form.set(key, value)
    form.set('file', new Blob([Buffer.from(PIXEL.slice(PIXEL.indexOf(',') + 1), 'base64')]), 'x.png')
    const sound = await (await fetch(`${first.cdn}/soundboard-sounds/1`)).arrayBuffer()
    const uri = `data:audio/ogg;base64,${Buffer.from(sound).toString('base64')}`
    const made = {
      event: await ann.post<ScheduledEventObject>(`/guilds/${guild?.id}/scheduled-events`, event),
      stage: await ann.post<StageInstanceObject>('/stage-instances', {
        channel_id: guild?.channels.hall?.id,
        topic: 'Tales',
      }),
      sticker: await ann.post<StickerObject>(`/guilds/${guild?.id}/stickers`, form),
      sound: await ann.post<SoundboardSoundObject>(`/guilds/${guild?.id}/soundboard-sounds`, {
        name: 'quack',
        sound: uri,
      }),
    }
    for (const [what, { status }] of Object.entries(made)) assert.ok(status < 300, `${what}: ${status}`)
    await first.close()

    await using second = await startPlatform(options as never)
    const gateway = await RawGateway.connect(second.gateway)
    await gateway.identify({ token })
    const { d } = await gateway.next('GUILD_CREATE')
    assert.deepEqual(
      d.guild_scheduled_events.map(({ id }) => id),
      [made.event.body.id],
    )
    assert.deepEqual(d.stage_instances, [made.stage.body])
    assert.deepEqual(
      d.stickers.map(({ id }) => id),
      [made.sticker.body.id],
    )
    assert.deepEqual(
      d.soundboard_sounds.map(({ sound_id }) => sound_id),
      [made.sound.body.sound_id],
    )
    // Nobody speaks on the stage, and the event begins.
    second.clock.advance(HOUR + 1000)
    assert.equal((await gateway.next('STAGE_INSTANCE_DELETE')).d.id, made.stage.body.id)
    assert.equal((await gateway.next('GUILD_SCHEDULED_EVENT_UPDATE')).d.status, 2)
    await gateway.close()
  } finally {
    await store.drop()
    await rm(data, { recursive: true, force: true })
  }
})
