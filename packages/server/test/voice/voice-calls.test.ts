/** Calls in voice channels: members hear each other, and changes of voice states reach the media at once. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { RawGateway, VoiceClient } from '@guildhall/testing'
import { frames, startVoiceLab, type VoiceLab } from '../support/voice-lab.ts'

interface Joined {
  session: RawGateway
  voice: VoiceClient
  userId: string
}

const CONNECT = String(1n << 20n)
const MINUTE_MS = 60_000

describe('calls in voice channels', () => {
  let lab: VoiceLab
  before(async () => {
    lab = await startVoiceLab()
  })
  after(() => lab[Symbol.asyncDispose]())

  /** Waits until all are in one group. */
  const together = (...all: Joined[]) =>
    Promise.all(
      all.map(({ voice, userId }) => voice.encrypted(...all.map((one) => one.userId).filter((id) => id !== userId))),
    )

  async function leave(...all: Joined[]): Promise<void> {
    for (const { session, voice } of all) {
      if (voice.messages) await voice.leave()
      await session.close()
    }
  }

  /** Plays frames and waits until a listener has the last one. */
  async function hears(listener: Joined, speaker: Joined, mark: number): Promise<void> {
    const sent = frames(5, mark)
    await speaker.voice.play(sent, { everyMs: 2 })
    const marked = () => listener.voice.framesOf(speaker.userId).filter((frame) => frame[3] === mark)
    await listener.voice.until(() => marked().length === sent.length, `frames of mark ${mark}`)
    assert.deepEqual(marked(), sent)
  }

  const heardMarks = ({ voice }: Joined, speaker: Joined) =>
    new Set(voice.framesOf(speaker.userId).map((frame) => frame[3]))

  test('[VER-8] three bots hear each other in both transport modes, and a late one hears a speaker', async () => {
    const one = await lab.join('one', 'lounge')
    const two = await lab.join('two', 'lounge', { mode: 'aead_xchacha20_poly1305_rtpsize', version: 9 })
    await together(one, two)
    assert.equal(one.voice.privacyCode, two.voice.privacyCode)
    await hears(two, one, 1)
    await hears(one, two, 2)
    const three = await lab.join('three', 'lounge')
    await together(one, two, three)
    assert.equal(three.voice.privacyCode, one.voice.privacyCode)
    await hears(three, one, 3)
    await two.voice.leave()
    await one.voice.until(() => !one.voice.members.has(two.userId), 'leave')
    await hears(three, one, 4)
    await leave(one, three)
    await two.session.close()
  })

  test('a moderator mutes, deafens, moves and disconnects a speaker', async () => {
    const owner = lab.http('ann')
    const one = await lab.join('one', 'lounge')
    const two = await lab.join('two', 'lounge')
    const member = `/guilds/${lab.guildId}/members/${one.userId}`
    await together(one, two)
    await hears(two, one, 1)

    assert.equal((await owner.patch(member, { mute: true })).status, 200)
    await one.voice.play(frames(3, 2), { everyMs: 2 })
    assert.equal((await owner.patch(member, { mute: false })).status, 200)
    await hears(two, one, 3)
    assert.deepEqual(heardMarks(two, one), new Set([1, 3]), 'nothing was heard of the muted speaker')

    const listener = `/guilds/${lab.guildId}/members/${two.userId}`
    assert.equal((await owner.patch(listener, { deaf: true })).status, 200)
    await one.voice.play(frames(3, 4), { everyMs: 2 })
    assert.equal((await owner.patch(listener, { deaf: false })).status, 200)
    await hears(two, one, 5)
    assert.deepEqual(heardMarks(two, one), new Set([1, 3, 5]), 'a deafened listener heard nothing')

    assert.equal((await owner.patch(member, { channel_id: lab.channel('other') })).status, 200)
    assert.equal((await one.voice.closed).code, 4014)
    const server = await one.session.next<Record<string, string>>('VOICE_SERVER_UPDATE')
    assert.notEqual(server.d.token, one.voice.address.token)
    await two.voice.until(() => !two.voice.members.has(one.userId), 'op 13')
    const moved = { ...one.voice.address, channelId: lab.channel('other'), token: server.d.token ?? '' }
    const { VoiceClient: Client } = await import('@guildhall/testing')
    const again = await Client.connect(moved, { guildId: lab.guildId, channelId: moved.channelId })
    assert.equal((await owner.patch(member, { channel_id: null })).status, 200)
    assert.equal((await again.closed).code, 4014)
    await one.session.none('VOICE_SERVER_UPDATE', async () => undefined)
    await leave({ ...one, voice: again }, two)
  })

  test('lost CONNECT, a timeout, a kick, a deleted channel and an ended session end the media', async () => {
    const owner = lab.http('ann')
    const made = await owner.post<{ id: string }>(`/guilds/${lab.guildId}/channels`, { name: 'brief', type: 2 })
    const place = `/channels/${made.body.id}`
    const joined = async (name: string) => {
      const session = await lab.gateway(name)
      const { VoiceClient: Client } = await import('@guildhall/testing')
      const voice = await Client.join(session, { guildId: lab.guildId, channelId: made.body.id })
      return { session, voice, userId: voice.address.userId }
    }
    const lost = await joined('two')
    const overwrite = `${place}/permissions/${lost.userId}`
    assert.equal((await owner.put(overwrite, { type: 1, deny: CONNECT })).status, 204)
    assert.equal((await lost.voice.closed).code, 4014)
    await lost.session.close()

    const timed = await joined('bob')
    const until = new Date(lab.platform.clock.now() + MINUTE_MS).toISOString()
    const member = `/guilds/${lab.guildId}/members/${timed.userId}`
    assert.equal((await owner.patch(member, { communication_disabled_until: until })).status, 200)
    assert.equal((await timed.voice.closed).code, 4014)
    await timed.session.close()

    const kicked = await joined('eve')
    assert.equal((await owner.delete(`/guilds/${lab.guildId}/members/${kicked.userId}`)).status, 204)
    assert.equal((await kicked.voice.closed).code, 4014)
    await kicked.session.close()

    const left = await joined('three')
    await left.session.close()
    assert.equal((await left.voice.closed).code, 4014)

    const deleted = await joined('three')
    assert.equal((await owner.delete(place)).status, 200)
    assert.ok([4014, 4022].includes((await deleted.voice.closed).code))
    await deleted.session.close()
  })

  test('[VER-8] a stage call is not encrypted, and only speakers are heard', async () => {
    const one = await lab.join('one', 'stage', { dave: false })
    const two = await lab.join('two', 'stage', { dave: false })
    await one.voice.until(() => one.voice.members.has(two.userId), 'op 11')
    await one.voice.play(frames(3, 1), { everyMs: 2 })
    const own = { channel_id: lab.channel('stage'), suppress: false }
    assert.equal((await lab.http('one').patch(`/guilds/${lab.guildId}/voice-states/@me`, own)).status, 204)
    await hears(two, one, 2)
    assert.deepEqual(heardMarks(two, one), new Set([2]))
    await leave(one, two)
  })

  test('an idle member is moved to the AFK channel and suppressed there, a speaking one is not', async () => {
    const owner = lab.http('ann')
    const guild = `/guilds/${lab.guildId}`
    const set = { afk_channel_id: lab.channel('other'), afk_timeout: 60 }
    assert.equal((await owner.patch(guild, set)).status, 200)
    const idle = await lab.join('one', 'lounge')
    const busy = await lab.join('two', 'lounge')
    busy.voice.speaking()
    await idle.voice.next(5)
    lab.platform.clock.advance(MINUTE_MS)
    assert.equal((await idle.voice.closed).code, 4014)
    const moved = await idle.session.next<{ channel_id: string; suppress: boolean }>(
      ({ t, d }) => t === 'VOICE_STATE_UPDATE' && d?.user_id === idle.userId && d?.channel_id === lab.channel('other'),
    )
    assert.equal(moved.d.suppress, true)
    await busy.voice.until(() => !busy.voice.members.has(idle.userId), 'op 13')
    const { body } = await lab.http('two').get<{ channel_id: string }>(`${guild}/voice-states/@me`)
    assert.equal(body.channel_id, lab.channel('lounge'))
    assert.equal((await owner.patch(guild, { afk_channel_id: null })).status, 200)
    await leave(idle, busy)
  })
})
