/** Voice states: places, recipients of events, and permissions to change them. */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { Intent } from '@guildhall/protocol'
import { RawGateway } from '@guildhall/testing'
import { Client, GatewayIntentBits } from 'discord.js'
import { guildhallTest } from '../support/fixture.ts'
import { voiceHostsOf } from '../support/nodes-in-turn.ts'

const VIEW = 1n << 10n
const CONNECT = 1n << 20n
const SPEAK = 1n << 21n
const MUTE = 1n << 22n
const MOVE = 1n << 24n
const REQUEST = 1n << 32n
const STATUS = 1n << 48n
const MANAGE = 1n << 4n
const INTENTS = Intent.GUILDS | Intent.GUILD_MODERATION | Intent.GUILD_VOICE_STATES

const world = {
  users: { ann: {}, bob: {}, eve: {}, mod: {} },
  applications: { app: { owner: 'ann', bot: {} }, plain: { owner: 'ann', bot: {} } },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['bob', 'eve', 'mod'],
      bots: { app: { permissions: '8' }, plain: { permissions: '0' } },
      roles: {
        '@everyone': { permissions: String(VIEW | CONNECT | SPEAK) },
        mods: { permissions: String(MUTE | MOVE | STATUS | (1n << 23n)), members: ['mod'] },
      },
      channels: {
        general: {},
        lounge: { type: 2 },
        small: { type: 2, user_limit: 1 },
        quiet: { type: 2, permission_overwrites: [{ role: '@everyone', deny: String(SPEAK) }] },
        locked: { type: 2, permission_overwrites: [{ role: '@everyone', deny: String(CONNECT) }] },
        secret: { type: 2, permission_overwrites: [{ role: '@everyone', deny: String(VIEW) }] },
        stage: { type: 13 },
      },
    },
  },
}

interface State {
  guild_id: string
  channel_id: string | null
  user_id: string
  session_id: string
  mute: boolean
  deaf: boolean
  self_mute: boolean
  suppress: boolean
  request_to_speak_timestamp: string | null
  member?: { user: { id: string } }
}

const test = guildhallTest({ world })
const { platform } = test
type Name = keyof typeof world.users | keyof typeof world.applications
type Channel = keyof typeof world.guilds.lab.channels
const http = (name: Name) => platform[name].api
const userId = (name: Name) => platform[name].id
const channel = (name: keyof typeof world.guilds.lab.channels) => platform.lab[name].id

interface Created {
  voice_states: State[]
}

async function session(name: Name, intents = INTENTS) {
  const gateway = await RawGateway.connect(platform.gateway)
  await gateway.identify({ token: platform[name].token, intents })
  const { d } = await gateway.next<Created>('GUILD_CREATE')
  const say = (where: Channel | null, more: object = {}) =>
    gateway.send(4, {
      guild_id: platform.lab.id,
      channel_id: where && channel(where),
      self_mute: false,
      self_deaf: false,
      ...more,
    })
  /** The next state of a user; the next in a channel, where somebody may still be leaving from before. */
  const state = async (who: Name, where?: string) =>
    (
      await gateway.next<State>(({ t, d }) => {
        if (t !== 'VOICE_STATE_UPDATE' || d?.user_id !== userId(who)) return false
        return where === undefined || d.channel_id === where
      })
    ).d
  /** Joins and waits until it has. */
  const join = async (where: Channel, more?: object) => {
    say(where, more)
    return state(name, channel(where))
  }
  return { gateway, created: d, say, state, join }
}

const marker = (name: string) => ({
  trigger: () => http('ann').patch(`/channels/${platform.lab.general.id}`, { topic: `${name} ${Math.random()}` }),
  event: 'CHANNEL_UPDATE',
})

describe('voice states', () => {
  test('joining, moving and leaving send VOICE_STATE_UPDATE before VOICE_SERVER_UPDATE', async () => {
    const bot = await session('app')
    const watcher = await session('plain')
    bot.say('lounge', { self_mute: true })
    const joined = await bot.state('app')
    assert.equal(joined.channel_id, platform.lab.lounge.id)
    assert.equal(joined.session_id, bot.gateway.sessionId)
    assert.deepEqual([joined.self_mute, joined.mute, joined.suppress], [true, false, false])
    assert.equal(joined.member?.user.id, userId('app'))
    const server = (await bot.gateway.next<Record<string, string>>('VOICE_SERVER_UPDATE')).d
    assert.equal(server.guild_id, platform.lab.id)
    assert.ok(voiceHostsOf(platform).includes(server.endpoint ?? ''), server.endpoint)
    assert.match(server.token ?? '', /^\w{16,}$/)
    const order = bot.gateway.frames.map((frame) => frame.t)
    assert.ok(!order.includes('VOICE_STATE_UPDATE'), 'one state for one join')
    assert.equal((await watcher.state('app')).channel_id, platform.lab.lounge.id)

    bot.say('quiet')
    const moved = await bot.state('app')
    assert.deepEqual([moved.channel_id, moved.self_mute], [platform.lab.quiet.id, false])
    const second = (await bot.gateway.next<Record<string, string>>('VOICE_SERVER_UPDATE')).d
    assert.notEqual(second.token, server.token)

    const late = await session('plain')
    assert.deepEqual(
      late.created.voice_states.map(({ channel_id, user_id, guild_id }) => [channel_id, user_id, guild_id]),
      [[platform.lab.quiet.id, userId('app'), undefined]],
    )
    bot.say(null)
    assert.equal((await bot.state('app')).channel_id, null)
    assert.equal((await watcher.state('app')).channel_id, platform.lab.quiet.id)
    assert.equal((await watcher.state('app')).channel_id, null)
    await watcher.gateway.none('VOICE_SERVER_UPDATE', async () => undefined, marker('server'))
    for (const one of [bot, watcher, late]) await one.gateway.close()
  })

  test('a rejected join sends nothing and keeps the voice state', async () => {
    const plain = await session('plain')
    const bot = await session('app')
    await bot.join('small')
    await plain.state('app')
    for (const where of ['small', 'locked', 'secret', 'general'] as const) plain.say(where)
    plain.gateway.send(4, { guild_id: platform.lab.id, channel_id: '1', self_mute: false, self_deaf: false })
    plain.gateway.send(4, { guild_id: '1', channel_id: platform.lab.lounge.id, self_mute: false, self_deaf: false })
    plain.gateway.send(4, { guild_id: null, channel_id: platform.lab.lounge.id, self_mute: false, self_deaf: false })
    plain.say(null)
    await plain.gateway.none('VOICE_STATE_UPDATE', async () => undefined, marker('refused'))
    assert.equal((await http('plain').get(`/guilds/${platform.lab.id}/voice-states/@me`)).body.code, 10065)
    // A user without SPEAK is suppressed.
    assert.equal((await plain.join('quiet')).suppress, true)
    assert.equal((await plain.join('lounge')).suppress, false)
    const faulty = await session('plain')
    faulty.gateway.send(4, { guild_id: platform.lab.id, channel_id: {} })
    assert.equal((await faulty.gateway.closed).code, 4002)
    await plain.gateway.close()
    await bot.gateway.close()
  })

  test('[CH-12] users who cannot view a channel receive no voice states of it, except connected users', async () => {
    const owner = await session('ann')
    const plain = await session('plain')
    await owner.join('lounge')
    assert.equal((await plain.state('ann')).channel_id, platform.lab.lounge.id)
    await owner.join('secret')
    assert.equal((await plain.state('ann')).channel_id, null)
    await plain.gateway.none(
      'VOICE_STATE_UPDATE',
      async () => owner.say('secret', { self_mute: true }),
      marker('secret'),
    )
    assert.deepEqual((await session('plain')).created.voice_states, [])
    assert.equal((await http('plain').get(`/guilds/${platform.lab.id}/voice-states/${userId('ann')}`)).body.code, 10065)
    assert.equal((await http('app').get<State>(`/guilds/${platform.lab.id}/voice-states/${userId('ann')}`)).status, 200)

    // A moderator moves bob where he cannot view: now he can, and no longer when he has left.
    const bob = await session('bob')
    await bob.join('lounge')
    const shown = bob.gateway.next<{ id: string; name: string }>('CHANNEL_CREATE')
    const path = `/guilds/${platform.lab.id}/members/${userId('bob')}`
    assert.equal((await http('ann').patch(path, { channel_id: platform.lab.secret.id })).status, 200)
    assert.equal((await shown).d.name, 'secret')
    assert.equal((await bob.state('bob')).channel_id, platform.lab.secret.id)
    const hidden = bob.gateway.next<{ id: string }>('CHANNEL_DELETE')
    bob.say(null)
    assert.equal((await hidden).d.id, platform.lab.secret.id)
    for (const one of [owner, plain, bob]) await one.gateway.close()
  })

  test('moderators mute, deafen, move and disconnect members; others are rejected', async () => {
    const bob = await session('bob')
    const path = `/guilds/${platform.lab.id}/members/${userId('bob')}`
    for (const body of [{ mute: true }, { deaf: true }, { channel_id: platform.lab.lounge.id }, { channel_id: null }]) {
      assert.equal((await http('mod').patch(path, body)).body.code, 40032, JSON.stringify(body))
      assert.equal((await http('eve').patch(path, body)).body.code, 50013, JSON.stringify(body))
    }
    await bob.join('lounge')
    assert.equal((await http('mod').patch(path, { mute: true })).status, 200)
    assert.deepEqual([(await bob.state('bob')).mute], [true])
    assert.equal((await http('mod').patch(path, { deaf: true })).status, 200)
    const both = await bob.state('bob')
    assert.deepEqual([both.mute, both.deaf], [true, true])
    assert.equal((await http('mod').patch(path, { channel_id: platform.lab.locked.id })).body.code, 50013)
    assert.equal((await http('mod').patch(path, { channel_id: platform.lab.general.id })).body.code, 50035)
    assert.equal((await http('mod').patch(path, { channel_id: platform.lab.quiet.id })).status, 200)
    const moved = await bob.state('bob')
    assert.deepEqual([moved.channel_id, moved.mute, moved.suppress], [platform.lab.quiet.id, true, true])
    assert.equal((await bob.gateway.next('VOICE_SERVER_UPDATE')).op, 0)
    assert.equal((await http('mod').patch(path, { channel_id: null, mute: false, deaf: false })).status, 200)
    assert.equal((await bob.state('bob')).channel_id, null)
    const log = await http('ann').get<{
      audit_log_entries: { action_type: number; options?: Record<string, string> }[]
    }>(`/guilds/${platform.lab.id}/audit-logs`)
    const entries = log.body.audit_log_entries
    const moves = entries.find((entry) => entry.action_type === 26)
    assert.deepEqual(moves?.options, { count: '1', channel_id: platform.lab.quiet.id })
    assert.deepEqual(entries.find((entry) => entry.action_type === 27)?.options, { count: '1' })
    assert.ok(entries.some((entry) => entry.action_type === 24))
    await bob.gateway.close()
  })

  test('PATCH /guilds/{id}/voice-states changes audience, requests to speak and speakers on a stage', async () => {
    const bob = await session('bob')
    const watcher = await session('app')
    const own = `/guilds/${platform.lab.id}/voice-states/@me`
    assert.equal((await http('bob').patch(own, { suppress: true })).body.code, 10065)
    assert.equal((await bob.join('stage')).suppress, true)
    assert.equal((await http('bob').patch(own, { suppress: false })).body.code, 50013)
    const now = new Date(platform.clock.now()).toISOString()
    assert.equal((await http('bob').patch(own, { request_to_speak_timestamp: now })).body.code, 50013)
    await http('ann').put(`/channels/${platform.lab.stage.id}/permissions/${platform.lab.id}`, {
      type: 0,
      allow: String(REQUEST),
    })
    assert.equal(
      (await http('bob').patch(own, { request_to_speak_timestamp: '2020-01-01T00:00:00Z' })).body.code,
      50035,
    )
    assert.equal((await http('bob').patch(own, { channel_id: platform.lab.lounge.id })).body.code, 50035)
    assert.equal((await http('bob').patch(own, { request_to_speak_timestamp: now })).status, 204)
    assert.ok((await bob.state('bob')).request_to_speak_timestamp)

    const other = `/guilds/${platform.lab.id}/voice-states/${userId('bob')}`
    assert.equal((await http('eve').patch(other, { suppress: false })).body.code, 50013)
    assert.equal((await http('mod').patch(other, { suppress: false })).status, 204)
    const asked = await bob.state('bob')
    assert.equal(asked.suppress, false)
    assert.ok(asked.request_to_speak_timestamp)
    assert.equal((await http('mod').patch(other, { suppress: true })).status, 204)
    const back = await bob.state('bob')
    assert.deepEqual([back.suppress, back.request_to_speak_timestamp], [true, null])
    const got = await http('bob').get<State>(own)
    assert.deepEqual([got.body.channel_id, got.body.suppress], [platform.lab.stage.id, true])
    await bob.join('lounge')
    assert.equal((await http('mod').patch(other, { suppress: true })).body.code, 50024)
    await bob.gateway.close()
    await watcher.gateway.close()
  })

  test('[VCI-1] [VCI-2] [VCI-3] [EVT-5] [EVT-6] [EVT-7] [GW-10] [GW-11] [GW-12] a voice channel has a status and a start time while users are connected', async () => {
    const bob = await session('bob')
    const bot = await session('app')
    const plain = await session('plain')
    await bob.join('lounge')
    const started = (
      await bot.gateway.next<{ id: string; voice_start_time: number }>('VOICE_CHANNEL_START_TIME_UPDATE')
    ).d
    assert.equal(started.id, platform.lab.lounge.id)
    assert.ok(Math.abs(started.voice_start_time * 1000 - platform.clock.now()) < 10_000)
    await plain.join('lounge')
    await bot.gateway.none('VOICE_CHANNEL_START_TIME_UPDATE', async () => undefined, marker('second join'))

    const path = `/channels/${platform.lab.lounge.id}/voice-status`
    assert.equal((await http('app').put(path, { status: 'Listening' })).status, 204)
    const set = (await bot.gateway.next<Record<string, unknown>>('VOICE_CHANNEL_STATUS_UPDATE')).d
    assert.deepEqual(set, { id: platform.lab.lounge.id, guild_id: platform.lab.id, status: 'Listening' })
    await bot.gateway.none(
      'VOICE_CHANNEL_STATUS_UPDATE',
      () => http('app').put(path, { status: 'Listening' }),
      marker('same'),
    )

    const info = async (fields: unknown, from = bot) => {
      from.gateway.send(43, { guild_id: platform.lab.id, fields })
      return (await from.gateway.next<{ channels: Record<string, unknown>[] }>('CHANNEL_INFO')).d.channels
    }
    const id = platform.lab.lounge.id
    assert.deepEqual(await info(['status', 'voice_start_time', 'other']), [
      { id, status: 'Listening', voice_start_time: started.voice_start_time },
    ])
    assert.deepEqual(await info(['status']), [{ id, status: 'Listening' }])
    assert.deepEqual(await info([]), [])
    assert.deepEqual(await info('status'), [])
    await http('ann').put(`/channels/${id}/permissions/${userId('plain')}`, { type: 1, deny: String(VIEW) })
    bot.gateway.send(43, { guild_id: '1', fields: ['status'] })
    const got = await http('app').get<Record<string, unknown>>(`/channels/${id}`)
    assert.ok(!('status' in got.body) && !('voice_start_time' in got.body))
    await http('ann').delete(`/channels/${id}/permissions/${userId('plain')}`)

    plain.say(null)
    bob.say(null)
    const cleared = (await bot.gateway.next<Record<string, unknown>>('VOICE_CHANNEL_STATUS_UPDATE')).d
    assert.equal(cleared.status, null)
    const ended = (await bot.gateway.next<{ voice_start_time: number | null }>('VOICE_CHANNEL_START_TIME_UPDATE')).d
    assert.equal(ended.voice_start_time, null)
    assert.deepEqual(await info(['status', 'voice_start_time']), [])
    for (const one of [bob, bot, plain]) await one.gateway.close()
  })

  test('[PRM-9] [END-32] [END-33] [END-34] [END-35] [LIM-5] [VCI-5] [VCI-6] [VCI-7] [EVT-21] PUT /channels/{id}/voice-status needs its permission and writes the audit log', async () => {
    const path = `/channels/${platform.lab.lounge.id}/voice-status`
    const bot = await session('app')
    assert.equal((await http('app').put(path, { status: 'x'.repeat(501) })).body.code, 50035)
    assert.equal(
      (await http('app').put(`/channels/${platform.lab.general.id}/voice-status`, { status: 'x' })).body.code,
      50024,
    )
    assert.equal(
      (await http('app').put(`/channels/${platform.lab.stage.id}/voice-status`, { status: 'x' })).body.code,
      50024,
    )
    assert.equal((await http('mod').put(path, { status: 'from outside' })).body.code, 50013)
    const mod = await session('mod')
    await mod.join('lounge')
    assert.equal((await http('mod').put(path, { status: 'x'.repeat(500) })).status, 204)
    const entry = (await bot.gateway.next<Record<string, unknown>>('GUILD_AUDIT_LOG_ENTRY_CREATE')).d
    assert.deepEqual([entry.action_type, entry.target_id], [192, platform.lab.lounge.id])
    assert.deepEqual(entry.options, { channel_id: platform.lab.lounge.id, status: 'x'.repeat(500) })
    assert.equal((await http('mod').put(path, { status: '' })).status, 204)
    const gone = (await bot.gateway.next<Record<string, unknown>>('GUILD_AUDIT_LOG_ENTRY_CREATE')).d
    assert.deepEqual([gone.action_type, gone.options], [193, { channel_id: platform.lab.lounge.id }])
    // MANAGE_CHANNELS alone does not do, from inside or outside.
    const overwrite = `/channels/${platform.lab.lounge.id}/permissions/${userId('eve')}`
    await http('ann').put(overwrite, { type: 1, allow: String(MANAGE) })
    assert.equal((await http('eve').put(path, { status: 'no' })).body.code, 50013)
    await http('ann').put(overwrite, { type: 1, allow: String(MANAGE | STATUS) })
    assert.equal((await http('eve').put(path, { status: 'yes' })).status, 204)
    await mod.gateway.close()
    await bot.gateway.close()
  })

  test('an ended session, a takeover, a kick and a deleted channel disconnect the user', async () => {
    const watcher = await session('app')
    const first = await session('bob')
    await first.join('lounge')
    await watcher.state('bob')
    const second = await session('bob')
    assert.equal((await second.join('lounge')).session_id, second.gateway.sessionId)
    assert.equal((await watcher.state('bob')).session_id, second.gateway.sessionId)
    await watcher.gateway.none('VOICE_STATE_UPDATE', () => first.gateway.close(), marker('the other session'))
    await second.gateway.close()
    assert.equal((await watcher.state('bob')).channel_id, null)

    const eve = await session('eve')
    await eve.join('lounge')
    await watcher.state('eve')
    assert.equal((await http('ann').delete(`/guilds/${platform.lab.id}/members/${userId('eve')}`)).status, 204)
    assert.equal((await watcher.state('eve')).channel_id, null)
    await eve.gateway.close()

    const made = await http('ann').post<{ id: string }>(`/guilds/${platform.lab.id}/channels`, {
      name: 'short',
      type: 2,
    })
    const mod = await session('mod')
    mod.gateway.send(4, { guild_id: platform.lab.id, channel_id: made.body.id, self_mute: false, self_deaf: false })
    await watcher.state('mod', made.body.id)
    await http('ann').delete(`/channels/${made.body.id}`)
    assert.equal((await watcher.state('mod')).channel_id, null)
    await mod.gateway.close()
    await watcher.gateway.close()
  })

  test('GET /voice/regions and /guilds/{id}/regions list the regions', async () => {
    const all = await http('app').get<{ id: string; optimal: boolean }[]>('/voice/regions')
    assert.equal(all.body.length, 1)
    assert.deepEqual((await http('app').get(`/guilds/${platform.lab.id}/regions`)).body, all.body)
    assert.equal((await http('app').get('/guilds/1/regions')).body.code, 10004)
  })

  test('discord.js mutes, moves and disconnects a member', async () => {
    const client = new Client({
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildVoiceStates],
      rest: { api: platform.api },
    })
    const ready = new Promise((resolve) => client.once('clientReady', resolve))
    await client.login(platform.app.token)
    await ready
    const bob = await session('bob')
    const joined = new Promise<void>((resolve) => {
      client.once('voiceStateUpdate', (_before, now) => {
        assert.equal(now.channelId, platform.lab.lounge.id)
        resolve()
      })
    })
    await bob.join('lounge')
    await joined
    const guild = await client.guilds.fetch(platform.lab.id)
    const member = await guild.members.fetch(userId('bob'))
    assert.equal(member.voice.channelId, platform.lab.lounge.id)
    await member.voice.setMute(true, 'noise')
    assert.equal((await bob.state('bob')).mute, true)
    await member.voice.setChannel(platform.lab.quiet.id)
    assert.equal((await bob.state('bob')).channel_id, platform.lab.quiet.id)
    await member.voice.disconnect()
    assert.equal((await bob.state('bob')).channel_id, null)
    await bob.gateway.close()
    await client.destroy()
  })
})
