/** Voice states over a restart of the server. */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Intent } from '@guildhall/protocol'
import { RawGateway, type TestPlatform } from '@guildhall/testing'
import { runningClock } from '../../src/kernel/clock.ts'
import { startPlatform } from '../support/platform.ts'
import { voiceWorld } from '../support/voice-lab.ts'

const VOICE_STATE = 4
/** Time in which a voice socket must follow an adopted state, and some more. */
const ADOPTED_MS = 31_000
type Options = NonNullable<Parameters<typeof startPlatform>[0]>

test('a member who joins another channel after a restart stays there without the former voice socket', async () => {
  const data = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
  const wallClock = runningClock()
  const options = { rateLimits: 'off', data, wallClock } as Options
  let platform: TestPlatform = await startPlatform({ ...options, world: voiceWorld } as Options)
  const { world } = platform
  assert.ok(world)
  const guild = world.guilds.lab
  const place = (channel: string) => ({ guild_id: guild?.id, channel_id: guild?.channels[channel]?.id })
  const connect = async () => {
    const gateway = await RawGateway.connect(platform.gateway)
    await gateway.identify({
      token: world.applications.one?.bot?.token ?? '',
      intents: Intent.GUILDS | Intent.GUILD_VOICE_STATES,
    })
    await gateway.next('GUILD_CREATE')
    return gateway
  }
  try {
    const before = await connect()
    before.send(VOICE_STATE, place('lounge'))
    await before.next('VOICE_SERVER_UPDATE')
    await platform.close()
    platform = await startPlatform(options)
    const after = await connect()
    await after.next('VOICE_SERVER_UPDATE')
    after.send(VOICE_STATE, place('other'))
    await after.next('VOICE_SERVER_UPDATE')
    wallClock.advance(ADOPTED_MS)
    // An end of the state would come before the change.
    after.send(VOICE_STATE, { ...place('other'), self_mute: true })
    const { d } = await after.next(
      ({ t, d }) => t === 'VOICE_STATE_UPDATE' && (d.self_mute === true || d.channel_id === null),
    )
    assert.equal((d as { channel_id: string | null }).channel_id, guild?.channels.other?.id)
    after.close()
  } finally {
    await platform.close()
    await rm(data, { recursive: true, force: true })
  }
})
