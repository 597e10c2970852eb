/** Both sides of 1 March 2026, from which on calls need end-to-end encryption. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { GatewayOp, instant } from '@guildhall/protocol'
import { VoiceClient } from '@guildhall/testing'
import { frames, startVoiceLab, type VoiceLab } from '../support/voice-lab.ts'

const DAY_MS = 24 * 60 * 60 * 1000

describe('calls before 1 March 2026', () => {
  let lab: VoiceLab
  before(async () => {
    lab = await startVoiceLab({ date: instant('2026-02-28T12:00:00Z') })
  })
  after(() => lab[Symbol.asyncDispose]())

  test('[VER-9] no stream begins, which could be without encryption', async () => {
    const { session, voice } = await lab.join('one', 'lounge')
    const guild_id = voice.address.serverId
    await session.none(
      ({ t }) => t?.startsWith('STREAM_') === true,
      async () => {
        session.send(GatewayOp.STREAM_CREATE, { type: 'guild', guild_id, channel_id: lab.channel('lounge') })
        await session.heartbeat()
      },
    )
    await voice.leave()
    await session.close()
  })

  test('[VER-8] a client without encryption makes a call plain until it leaves, and is refused from 1 March on', async () => {
    const one = await lab.join('one', 'lounge')
    const two = await lab.join('two', 'lounge')
    await Promise.all([one.voice.encrypted(two.userId), two.voice.encrypted(one.userId)])
    const old = await lab.join('three', 'lounge', { dave: false })
    await one.voice.until(() => !one.voice.encrypts, 'downgrade')
    await two.voice.until(() => !two.voice.encrypts, 'downgrade')
    await one.voice.play(frames(3, 1), { everyMs: 2 })
    for (const listener of [two, old])
      await listener.voice.until(() => listener.voice.framesOf(one.userId).length === 3, 'plain frames')
    await old.voice.leave()
    await Promise.all([one.voice.encrypted(two.userId), two.voice.encrypted(one.userId)])
    await one.voice.play(frames(3, 2), { everyMs: 2 })
    await two.voice.until(() => two.voice.framesOf(one.userId).some((frame) => frame[3] === 2), 'encrypted frames')

    lab.platform.clock.advance(DAY_MS)
    const refused = await VoiceClient.open(old.voice.address, { channelId: '', dave: false })
    refused.identify()
    assert.equal((await refused.closed).code, 4017)
    for (const { session, voice } of [one, two, old]) {
      if (voice !== old.voice) await voice.leave()
      await session.close()
    }
  })
})
