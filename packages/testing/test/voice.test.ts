/** People of a test who talk in a call, with a bot. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RawGateway, startPlatform, VoiceClient } from '../src/index.ts'

const world = {
  users: { alice: {}, bob: {} },
  applications: { radio: { owner: 'alice', bot: {} } },
  guilds: {
    lab: {
      owner: 'alice',
      members: ['bob'],
      bots: { radio: { permissions: '8' } },
      channels: { general: {}, lounge: { type: 2 }, other: { type: 2 } },
    },
  },
}

test('calls are listed with kinds, loss and delay, and media can be lost, late or cut', async () => {
  await using platform = await startPlatform({ world })
  const { alice, bob, lab, control, faults } = platform
  await alice.joins(lab.lounge)
  await bob.joins(lab.lounge)
  await alice.says(440)
  await bob.hears(alice, 440)
  const memberOf = async (id: string) => {
    const [call] = await control.request('GET /voice/calls')
    assert.equal(call?.channel_id, lab.lounge.id)
    return call.members.find(({ user_id }) => user_id === id)
  }
  const before = await memberOf(alice.id)
  assert.deepEqual([before?.kind, before?.transport, before?.lost, before?.fault], ['udp', 'UDP', 0, null])
  assert.ok(before && before.received >= 25 && before.delay_ms !== null)
  assert.equal(await faults.voice(alice, { type: 'loss', percent: 50 }), 1)
  await alice.says(440)
  const lossy = await memberOf(alice.id)
  assert.ok(lossy && lossy.lost > 0 && lossy.received > before.received)
  assert.deepEqual(lossy.fault, { loss_percent: 50, delay_ms: 0 })
  await bob.hears(alice)
  await faults.voice(alice, { type: 'cut' })
  await alice.says(440, { lasts: '100ms' })
  await bob.hears(alice, undefined, { within: '50ms' }).catch(() => undefined)
  await assert.rejects(bob.hears(alice, undefined, { within: '200ms' }), /did not hear/)
  await faults.clear()
  await faults.voice(bob, { type: 'delay', delay_ms: 300 })
  const at = performance.now()
  await Promise.all([alice.says(440, { lasts: '100ms' }), bob.hears(alice)])
  assert.ok(performance.now() - at >= 300)
  assert.equal((await memberOf(bob.id))?.fault?.delay_ms, 300)
})

test('people join a voice channel, say tones, and hear each other and a bot, end-to-end encrypted', async () => {
  await using platform = await startPlatform({ world })
  const { alice, bob, radio, lab } = platform
  await assert.rejects(alice.says(440), /alice has joined no voice channel with sound/)
  await alice.joins(lab.lounge)
  await bob.joins(lab.lounge)
  await alice.says(440)
  await bob.hears(alice, 440)
  // A second wait does not return the same frames.
  await assert.rejects(bob.hears(alice, undefined, { within: '100ms' }), /bob did not hear alice within 100 ms/)
  const gateway = await RawGateway.open(platform.gateway, { token: radio.token, intents: 1 | (1 << 7) })
  const voice = await VoiceClient.join(gateway, { guildId: lab.id, channelId: lab.lounge.id })
  await voice.encrypted(alice.id, bob.id)
  await bob.says(880, { lasts: '300ms' })
  await alice.hears(bob, 880)
  await voice.until(() => voice.framesOf(bob.id).length > 10, 'frames of bob')
  const frame = voice.framesOf(bob.id).at(-1)
  assert.ok(frame)
  await voice.play(Array.from({ length: 15 }, () => frame))
  assert.ok((await alice.hears(radio)).every((heard) => heard.equals(frame)))
  await assert.rejects(alice.hears(radio, 1_000, { within: '200ms' }), /alice did not hear 1000 Hz from radio/)
  await bob.leavesVoice(lab)
  await voice.leave()
  await gateway.close()
  await alice.leavesVoice(lab)
})
