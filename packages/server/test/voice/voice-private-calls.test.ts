/** Calls in DMs, group DMs and lobbies. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Frame, type RawGateway, VoiceClient } from '@guildhall/testing'
import { frames, startVoiceLab, type VoiceLab } from '../support/voice-lab.ts'

interface Call {
  channel_id: string
  message_id: string
  ringing: string[]
  voice_states?: { user_id: string }[]
}

describe('calls of people', () => {
  let lab: VoiceLab
  const sessions = new Map<string, RawGateway>()
  const session = (name: string) => sessions.get(name) as RawGateway
  let dm = ''
  before(async () => {
    lab = await startVoiceLab()
    for (const name of ['ann', 'bob', 'eve']) sessions.set(name, await lab.gateway(name))
    const opened = await lab
      .http('ann')
      .post<{ id: string }>('/users/@me/channels', { recipient_id: lab.userId('bob') })
    dm = opened.body.id
  })
  after(async () => {
    for (const one of sessions.values()) await one.close()
    await lab[Symbol.asyncDispose]()
  })

  const call = (name: string, event: string) =>
    session(name)
      .next<Call>(event)
      .then(({ d }) => d)

  test('[VER-6] a DM call rings, is encrypted, and ends in its message', async () => {
    const [ann, bob] = [lab.userId('ann'), lab.userId('bob')]
    assert.equal((await lab.http('bob').post(`/channels/${dm}/call/ring`, {})).status, 404)
    const one = await VoiceClient.join(session('ann'), { channelId: dm })
    const ringing = await call('bob', 'CALL_CREATE')
    assert.deepEqual([ringing.channel_id, ringing.ringing], [dm, [bob]])
    assert.deepEqual(
      ringing.voice_states?.map(({ user_id }) => user_id),
      [ann],
    )
    const eligible = await lab.http('bob').get<{ ringable: boolean }>(`/channels/${dm}/call`)
    assert.deepEqual(eligible.body, { ringable: true })

    assert.equal((await lab.http('bob').post(`/channels/${dm}/call/stop-ringing`, {})).status, 204)
    assert.deepEqual((await call('ann', 'CALL_UPDATE')).ringing, [])
    assert.equal((await lab.http('ann').post(`/channels/${dm}/call/ring`, { recipients: null })).status, 204)
    assert.deepEqual((await call('ann', 'CALL_UPDATE')).ringing, [bob])
    const late = await lab.gateway('bob')
    assert.equal((await late.next<Call>('CALL_CREATE')).d.message_id, ringing.message_id)
    await late.close()

    const two = await VoiceClient.join(session('bob'), { channelId: dm })
    assert.deepEqual((await call('ann', 'CALL_UPDATE')).ringing, [])
    await Promise.all([one.encrypted(bob), two.encrypted(ann)])
    await one.play(frames(5), { everyMs: 2 })
    await two.until(() => two.framesOf(ann).length === 5, 'frames')

    const leave = { guild_id: null, channel_id: null, self_mute: false, self_deaf: false }
    session('ann').send(4, leave)
    assert.equal((await one.closed).code, 4014)
    session('bob').send(4, leave)
    assert.equal((await two.closed).code, 4014)
    assert.deepEqual(await call('ann', 'CALL_DELETE'), { channel_id: dm })
    const ended = await session('ann').next<{ id: string; type: number; call: Record<string, unknown> }>(
      'MESSAGE_UPDATE',
    )
    assert.deepEqual([ended.d.id, ended.d.type, ended.d.call.participants], [ringing.message_id, 3, [ann, bob]])
    assert.ok(ended.d.call.ended_timestamp)
    await session('eve').none('CALL_CREATE', async () => undefined)
  })

  test('strangers, blocked users and bots cannot join a DM call', async () => {
    session('eve').send(4, { guild_id: null, channel_id: dm, self_mute: false, self_deaf: false })
    const bot = await lab.gateway('one')
    bot.send(4, { guild_id: null, channel_id: dm, self_mute: false, self_deaf: false })
    for (const one of [session('eve'), bot]) await one.none('VOICE_SERVER_UPDATE', async () => undefined)
    await bot.close()
    assert.equal((await lab.http('eve').get(`/channels/${dm}/call`)).status, 403)
    assert.equal((await lab.http('ann').get(`/channels/${lab.channel('general')}/call`)).status, 400)
    await lab.http('bob').put(`/users/@me/relationships/${lab.userId('ann')}`, { type: 2 })
    const blocked = await lab.http('ann').get<{ ringable: boolean }>(`/channels/${dm}/call`)
    assert.deepEqual(blocked.body, { ringable: false })
    session('ann').send(4, { guild_id: null, channel_id: dm, self_mute: false, self_deaf: false })
    await session('ann').none('VOICE_SERVER_UPDATE', async () => undefined)
    await lab.http('bob').delete(`/users/@me/relationships/${lab.userId('ann')}`)
  })

  test('[VER-7] a group DM call drops a member who leaves the group', async () => {
    const recipients = ['bob', 'eve'].map((name) => lab.userId(name))
    const made = await lab.http('ann').post<{ id: string }>('/users/@me/channels', { recipients })
    const channelId = made.body.id
    const one = await VoiceClient.join(session('ann'), { channelId })
    assert.deepEqual((await call('eve', 'CALL_CREATE')).ringing.sort(), [...recipients].sort())
    const two = await VoiceClient.join(session('eve'), { channelId })
    await Promise.all([one.encrypted(lab.userId('eve')), two.encrypted(lab.userId('ann'))])
    assert.equal((await lab.http('eve').delete(`/channels/${channelId}/recipients/${lab.userId('eve')}`)).status, 204)
    assert.equal((await two.closed).code, 4014)
    await one.until(() => one.members.size === 0, 'op 13')
    await one.leave()
    session('ann').send(4, { guild_id: null, channel_id: null })
    assert.deepEqual(await call('ann', 'CALL_DELETE'), { channel_id: channelId })
  })

  test('[VER-7] a client without end-to-end encryption is refused with 4017 in a group DM', async () => {
    const recipients = ['bob', 'eve'].map((name) => lab.userId(name))
    const made = await lab.http('ann').post<{ id: string }>('/users/@me/channels', { recipients })
    const refused = await VoiceClient.join(session('ann'), { channelId: made.body.id, dave: false }).catch(
      (error: Error) => error.message,
    )
    assert.match(String(refused), /4017/)
  })

  test('a person who joins a DM call leaves the channel of a guild, and the reverse; a bot stays', async () => {
    const { guildId } = lab
    const eve = await lab.gateway('eve')
    const bot = await lab.join('one', 'lounge')
    const flags = { self_mute: false, self_deaf: false }
    const lounge = { guild_id: guildId, channel_id: lab.channel('lounge'), ...flags }
    const ownState = async () => {
      const isOwn = ({ t, d }: Frame) => t === 'VOICE_STATE_UPDATE' && d?.user_id === lab.userId('eve')
      const { guild_id, channel_id } = (await eve.next(isOwn)).d as Record<string, string | null>
      return [guild_id, channel_id]
    }
    const opened = await lab
      .http('eve')
      .post<{ id: string }>('/users/@me/channels', { recipient_id: lab.userId('ann') })
    const { id } = opened.body
    eve.send(4, lounge)
    assert.deepEqual(await ownState(), [guildId, lounge.channel_id])
    eve.send(4, { guild_id: null, channel_id: id, ...flags })
    assert.deepEqual(await ownState(), [guildId, null])
    assert.deepEqual(await ownState(), [null, id])
    eve.send(4, { ...lounge, channel_id: lab.channel('general') })
    eve.send(4, lounge)
    assert.deepEqual(await ownState(), [null, null], 'a request that is ignored ended nothing before')
    assert.deepEqual(await ownState(), [guildId, lounge.channel_id])
    eve.send(4, { ...lounge, channel_id: null })
    assert.deepEqual(await ownState(), [guildId, null])
    assert.equal((await lab.http('one').get(`/guilds/${guildId}/voice-states/@me`)).status, 200)
    await bot.voice.leave()
    await bot.session.close()
    await eve.close()
  })
})
