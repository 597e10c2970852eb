/** Soundboard: creation of sounds from files, access, and playback in voice channels. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type AuditLogEntryObject, Intent, instant, type SoundboardSoundObject } from '@guildhall/protocol'
import type { Answer, Api, RawGateway } from '@guildhall/testing'
import { Client, Events, GatewayIntentBits } from 'discord.js'
import { type Lab, named, startLab } from '../support/gateway-lab.ts'
import { refused } from '../support/refused.ts'

const MANAGE = 1n << 30n
const CREATE = 1n << 43n
const VIEW = 1n << 10n
const CONNECT = 1n << 20n
const SPEAK = 1n << 21n
const SOUNDBOARD = 1n << 42n
const EXTERNAL = 1n << 45n
const INTENTS = Intent.GUILDS | Intent.GUILD_EXPRESSIONS | Intent.GUILD_VOICE_STATES

const world = {
  users: { ann: {}, maker: {}, bob: {}, eve: {} },
  applications: {
    app: { owner: 'ann', bot: {} },
    plain: { owner: 'ann', bot: {} },
    manager: { owner: 'ann', bot: {} },
    player: { owner: 'ann', bot: {} },
  },
  guilds: {
    lab: {
      owner: 'ann',
      members: ['maker', 'bob'],
      bots: {
        app: { permissions: '8' },
        plain: { permissions: '0' },
        manager: { permissions: String(MANAGE) },
        player: { permissions: String(SOUNDBOARD) },
      },
      roles: {
        '@everyone': { permissions: String(VIEW | CONNECT | SPEAK) },
        makers: { permissions: String(CREATE), members: ['maker'] },
      },
      emojis: { wave: {} },
      channels: {
        general: {},
        lounge: { type: 2 },
        open: { type: 2, permission_overwrites: [{ role: '@everyone', allow: String(SOUNDBOARD | EXTERNAL) }] },
        hall: { type: 13 },
        secret: { type: 2, permission_overwrites: [{ role: '@everyone', deny: String(VIEW) }] },
      },
    },
    den: { owner: 'eve', members: ['ann'], bots: { player: { permissions: '0' } }, channels: { nook: { type: 2 } } },
  },
}

let lab: Lab
let path: string
let den: string
const opened: RawGateway[] = []

/** Returns silence in MP3, 26 ms per frame. */
function mp3(frames: number): Buffer {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9000)
  return Buffer.concat(Array<Buffer>(frames).fill(frame))
}
const uri = (bytes: Buffer, type = 'audio/mpeg') => `data:${type};base64,${bytes.toString('base64')}`
const body = (more: object = {}) => ({ name: 'yay', sound: uri(mp3(20)), ...more })
type SoundList = { items: SoundboardSoundObject[] }
async function made(as: Api, more: object = {}, where = path): Promise<SoundboardSoundObject> {
  const response = await as.post<SoundboardSoundObject>(where, body(more))
  assert.equal(response.status, 201, JSON.stringify(response.body))
  return response.body
}
const all = async () => (await lab.person('ann').get<SoundList>(path)).body.items
const clear = async () => {
  for (const { sound_id } of await all()) await lab.person('ann').delete(`${path}/${sound_id}`)
}
async function watching(bot: string, intents = INTENTS) {
  const gateway = await lab.session(bot, { intents })
  opened.push(gateway)
  return { gateway, created: (await gateway.next(named('GUILD_CREATE', { id: lab.guildId('lab') }))).d }
}
const marker = () => ({
  trigger: () => lab.person('ann').patch(`/channels/${lab.channelId('lab', 'general')}`, { topic: `${Math.random()}` }),
  event: 'CHANNEL_UPDATE',
})
async function join(gateway: RawGateway, who: string, channel: string, more: object = {}): Promise<void> {
  const channel_id = lab.channelId('lab', channel)
  gateway.send(4, { guild_id: lab.guildId('lab'), channel_id, self_mute: false, self_deaf: false, ...more })
  await gateway.next(named('VOICE_STATE_UPDATE', { user_id: lab.userId(who), channel_id }))
}
const play = (as: Api, channel: string, sound: object) =>
  as.post(`/channels/${lab.channelId('lab', channel)}/send-soundboard-sound`, sound)

describe('soundboard', () => {
  before(async () => {
    lab = await startLab({ world })
    path = `/guilds/${lab.guildId('lab')}/soundboard-sounds`
    den = `/guilds/${lab.guildId('den')}/soundboard-sounds`
  })
  after(async () => {
    for (const gateway of opened) await gateway.drop()
    await lab.platform.close()
  })

  test('GET /soundboard-default-sounds lists the default sounds, and the CDN serves their files', async () => {
    const { body: sounds } = await lab.bot('plain').get<SoundboardSoundObject[]>('/soundboard-default-sounds')
    assert.deepEqual(sounds[0], {
      name: 'quack',
      sound_id: '1',
      volume: 1,
      emoji_id: null,
      emoji_name: '🦆',
      available: true,
    })
    for (const { sound_id } of sounds) {
      const file = await fetch(`${lab.platform.cdn}/soundboard-sounds/${sound_id}`)
      assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'audio/ogg'])
      assert.equal(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 4), 'OggS')
    }
    assert.equal((await fetch(`${lab.platform.cdn}/soundboard-sounds/99`)).status, 404)
    assert.equal((await fetch(`${lab.platform.cdn}/soundboard-sounds/..%2f1`)).status, 404)
  })

  test('[PRM-3] creating, changing and deleting a sound sends events and writes file and audit entries', async () => {
    const { gateway } = await watching('plain')
    const response = await lab
      .person('maker')
      .post<SoundboardSoundObject>(path, body({ volume: 0.5, emoji_name: '🦆' }), { 'x-audit-log-reason': 'fun' })
    assert.equal(response.status, 201)
    const { sound_id, user, ...rest } = response.body
    assert.equal(user?.id, lab.userId('maker'))
    assert.deepEqual(rest, {
      name: 'yay',
      volume: 0.5,
      emoji_id: null,
      emoji_name: '🦆',
      guild_id: lab.guildId('lab'),
      available: true,
    })
    const bare = { sound_id, ...rest }
    assert.deepEqual((await gateway.next('GUILD_SOUNDBOARD_SOUND_CREATE')).d, bare)
    const file = await fetch(`${lab.platform.cdn}/soundboard-sounds/${sound_id}`)
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'audio/mpeg'])
    assert.deepEqual(Buffer.from(await file.arrayBuffer()), mp3(20))
    assert.deepEqual((await watching('plain')).created.soundboard_sounds, [bare])
    gateway.send(31, { guild_ids: [lab.guildId('lab'), lab.guildId('den'), '5'] })
    assert.deepEqual((await gateway.next('SOUNDBOARD_SOUNDS')).d, {
      guild_id: lab.guildId('lab'),
      soundboard_sounds: [bare],
    })
    await gateway.none('SOUNDBOARD_SOUNDS', async () => undefined)
    // Members who can create or manage expressions see the creator.
    for (const [who, shown] of [
      ['plain', undefined],
      ['manager', lab.userId('maker')],
    ] as const) {
      assert.equal((await lab.bot(who).get<SoundboardSoundObject>(`${path}/${sound_id}`)).body.user?.id, shown)
      assert.equal((await lab.bot(who).get<SoundList>(path)).body.items[0]?.user?.id, shown)
    }
    const wave = lab.world.guilds.lab?.emojis.wave?.id
    const edited = (
      await lab
        .person('maker')
        .patch<SoundboardSoundObject>(`${path}/${sound_id}`, { name: 'hey', volume: null, emoji_id: wave })
    ).body
    assert.deepEqual([edited.name, edited.volume, edited.emoji_id, edited.emoji_name], ['hey', 1, wave, null])
    assert.equal((await gateway.next('GUILD_SOUNDBOARD_SOUND_UPDATE')).d.name, 'hey')
    await gateway.none(
      'GUILD_SOUNDBOARD_SOUND_UPDATE',
      () => lab.person('maker').patch(`${path}/${sound_id}`, { name: 'hey', volume: 1 }),
      marker(),
    )
    assert.equal((await lab.person('maker').delete(`${path}/${sound_id}`)).status, 204)
    assert.deepEqual((await gateway.next('GUILD_SOUNDBOARD_SOUND_DELETE')).d, {
      sound_id,
      guild_id: lab.guildId('lab'),
    })
    const deleted = await lab.bot('plain').get<SoundboardSoundObject>(`${path}/${sound_id}`)
    assert.deepEqual([deleted.status, deleted.code], [404, 10097])
    type Log = { audit_log_entries: AuditLogEntryObject[] }
    for (const [action, keys] of [
      [130, ['name', 'volume', 'emoji_name', 'available', 'guild_id', 'sound_id']],
      [131, ['name', 'volume', 'emoji_id', 'emoji_name']],
      [132, ['name', 'volume', 'emoji_id', 'available', 'guild_id', 'sound_id']],
    ] as const) {
      const log = await lab.person('ann').get<Log>(`/guilds/${lab.guildId('lab')}/audit-logs?action_type=${action}`)
      const [entry] = log.body.audit_log_entries
      assert.equal(entry?.target_id, sound_id)
      assert.deepEqual(
        entry?.changes?.map(({ key }) => key),
        keys,
        `${action}`,
      )
      if (action === 130) assert.equal(entry?.reason, 'fun')
    }
  })

  test('[PRM-3] sound operations reject members without the permission and change nothing', async () => {
    for (const as of [lab.bot('plain'), lab.bot('manager'), lab.person('bob')])
      refused(await as.post<SoundboardSoundObject>(path, body()), 403, 50013)
    refused(await lab.person('eve').post<SoundboardSoundObject>(path, body()), 404, 10004)
    refused(await lab.person('eve').get<SoundboardSoundObject>(path), 404, 10004)
    const of = await made(lab.person('ann'))
    const own = await made(lab.person('maker'))
    refused(
      await lab.person('maker').patch<SoundboardSoundObject>(`${path}/${of.sound_id}`, { name: 'mine' }),
      403,
      50013,
    )
    refused(await lab.person('maker').delete<SoundboardSoundObject>(`${path}/${of.sound_id}`), 403, 50013)
    refused(await lab.person('bob').delete<SoundboardSoundObject>(`${path}/${own.sound_id}`), 403, 50013)
    refused(await lab.person('eve').delete<SoundboardSoundObject>(`${den}/${of.sound_id}`), 404, 10097)
    assert.equal((await all()).length, 2)
    assert.equal((await lab.bot('manager').patch(`${path}/${own.sound_id}`, { name: 'kept' })).status, 200)
    assert.equal((await lab.bot('manager').delete(`${path}/${own.sound_id}`)).status, 204)
    await clear()
  })

  test('[PRM-3] MANAGE_GUILD_EXPRESSIONS creates sounds until 23 February 2026', async () => {
    await using old = await startLab({ world, date: instant('2026-02-22T23:50:00Z') })
    const where = `/guilds/${old.guildId('lab')}/soundboard-sounds`
    assert.equal((await old.bot('manager').post(where, body())).status, 201)
    old.platform.clock.advance(10 * 60_000)
    assert.equal((await old.bot('manager').post(where, body())).code, 50013)
    assert.equal((await old.person('maker').post(where, body())).status, 201)
  })

  test('POST /guilds/{id}/soundboard-sounds judges files by content and duration', async () => {
    const ann = lab.person('ann')
    const ogg = Buffer.from(await (await fetch(`${lab.platform.cdn}/soundboard-sounds/2`)).arrayBuffer())
    for (const sound of [
      uri(mp3(199)),
      uri(ogg, 'audio/ogg'),
      uri(ogg, 'audio/mpeg'),
      uri(mp3(1), 'audio/ogg;codecs=opus'),
    ]) {
      const { sound_id } = await made(ann, { sound })
      await ann.delete(`${path}/${sound_id}`)
    }
    const silent = Buffer.concat([mp3(1)])
    silent.write('Xing', 36, 'latin1')
    const cases: [string, string, number][] = [
      ['too long', uri(mp3(200)), 50124],
      ['nothing to hear', uri(silent), 50192],
      ['no audio', uri(Buffer.from('hello')), 50123],
      ['a picture', uri(Buffer.from('89504e470d0a1a0a', 'hex')), 50123],
      ['cut short', uri(ogg.subarray(0, ogg.length - 5)), 50123],
      ['too large', uri(Buffer.alloc(512 * 1024 + 1)), 50035],
      ['another type', uri(mp3(1), 'text/html'), 50035],
      ['no data', 'data:audio/mpeg;base64,', 50035],
      ['no base64', 'data:audio/mpeg;base64,%%%%', 50035],
      ['no data URI', 'hello', 50035],
    ]
    for (const [what, sound, code] of cases) {
      const response = await ann.post<SoundboardSoundObject>(path, body({ sound }))
      assert.deepEqual([response.status, response.code], [400, code], what)
      if (code === 50035) assert.deepEqual(Object.keys(response.errors ?? {}), ['sound'])
    }
    assert.deepEqual(await all(), [])
  })

  test('POST /guilds/{id}/soundboard-sounds rejects invalid fields and sounds over the limit', async () => {
    const ann = lab.person('ann')
    const cases: [object, string][] = [
      [{ name: 'x' }, 'name'],
      [{ name: 'x'.repeat(33) }, 'name'],
      [{ volume: -0.1 }, 'volume'],
      [{ volume: 1.1 }, 'volume'],
      [{ volume: 'loud' }, 'volume'],
      [{ emoji_name: 'duck' }, 'emoji_name'],
      [{ emoji_id: 'x' }, 'emoji_id'],
    ]
    for (const [more, field] of cases) {
      const response = await ann.post<SoundboardSoundObject>(path, body(more))
      assert.deepEqual([response.status, response.code, Object.keys(response.errors ?? {})], [400, 50035, [field]])
    }
    assert.equal((await ann.post(path, body({ emoji_id: '5' }))).code, 10014)
    for (let count = 0; count < 8; count += 1) await made(ann)
    const full = await ann.post<SoundboardSoundObject>(path, body())
    assert.deepEqual([full.status, full.code], [400, 30045])
    assert.equal((await all()).length, 8)
    await clear()
  })

  test('VOICE_CHANNEL_EFFECT_SEND reaches the users connected to the channel only', async () => {
    const { gateway: player } = await watching('player')
    const { gateway: other } = await watching('app')
    const { gateway: outside } = await watching('plain')
    const { gateway: elsewhere } = await watching('manager')
    await join(player, 'player', 'lounge')
    await join(other, 'app', 'lounge')
    await join(elsewhere, 'manager', 'open')
    const sound = await made(lab.person('ann'), { volume: 0.25, emoji_name: '🥁' })
    assert.equal((await play(lab.bot('player'), 'lounge', { sound_id: sound.sound_id })).status, 204)
    for (const gateway of [player, other])
      assert.deepEqual((await gateway.next('VOICE_CHANNEL_EFFECT_SEND')).d, {
        channel_id: lab.channelId('lab', 'lounge'),
        guild_id: lab.guildId('lab'),
        user_id: lab.userId('player'),
        sound_id: sound.sound_id,
        sound_volume: 0.25,
        animation_type: 1,
        animation_id: 0,
        emoji: { id: null, name: '🥁', animated: false },
      })
    for (const gateway of [outside, elsewhere])
      await gateway.none('VOICE_CHANNEL_EFFECT_SEND', async () => undefined, marker())
    // The event carries a custom emoji with its name, and none after its deletion.
    const wave = lab.world.guilds.lab?.emojis.wave
    await lab.person('ann').patch(`${path}/${sound.sound_id}`, { emoji_id: wave?.id })
    await play(lab.bot('player'), 'lounge', { sound_id: sound.sound_id })
    const emoji = { id: wave?.id, name: 'wave', animated: false }
    assert.deepEqual((await other.next('VOICE_CHANNEL_EFFECT_SEND')).d.emoji, emoji)
    assert.ok(
      (await lab.bot('plain').get<{ features: string[] }>(`/guilds/${lab.guildId('lab')}`)).body.features.includes(
        'SOUNDBOARD',
      ),
    )
    assert.equal((await play(lab.bot('player'), 'lounge', { sound_id: '1' })).status, 204)
    assert.equal((await other.next('VOICE_CHANNEL_EFFECT_SEND')).d.sound_id, '1')
    await clear()
    for (const gateway of [player, other, elsewhere]) await gateway.close()
  })

  test('POST /channels/{id}/send-soundboard-sound rejects members who cannot play the sound', async () => {
    const far = await made(lab.person('eve'), {}, den)
    const { gateway: player } = await watching('player')
    const { gateway: plain } = await watching('plain')
    const refused = async (response: Promise<Answer<unknown>>, status: number, code: number) => {
      const got = await response
      assert.deepEqual([got.status, got.code], [status, code])
    }
    const bot = lab.bot('player')
    await refused(play(bot, 'lounge', { sound_id: '1' }), 400, 40032)
    await join(player, 'player', 'open')
    await refused(play(bot, 'lounge', { sound_id: '1' }), 400, 40032)
    await join(plain, 'plain', 'lounge')
    await refused(play(lab.bot('plain'), 'lounge', { sound_id: '1' }), 403, 50013)
    await refused(play(bot, 'general', { sound_id: '1' }), 400, 50024)
    await refused(play(bot, 'hall', { sound_id: '1' }), 400, 50024)
    await refused(play(bot, 'secret', { sound_id: '1' }), 403, 50001)
    await refused(play(lab.person('eve'), 'open', { sound_id: '1' }), 403, 50001)
    // A sound of another guild needs its guild id, membership there and USE_EXTERNAL_SOUNDS.
    await refused(play(bot, 'open', { sound_id: far.sound_id }), 404, 10097)
    await refused(play(bot, 'open', { sound_id: far.sound_id, source_guild_id: lab.guildId('lab') }), 404, 10097)
    await refused(
      play(lab.bot('plain'), 'lounge', { sound_id: far.sound_id, source_guild_id: lab.guildId('den') }),
      404,
      10097,
    )
    const source_guild_id = lab.guildId('den')
    assert.equal((await play(bot, 'open', { sound_id: far.sound_id, source_guild_id })).status, 204)
    assert.equal((await player.next('VOICE_CHANNEL_EFFECT_SEND')).d.sound_id, far.sound_id)
    await join(player, 'player', 'lounge')
    await refused(play(bot, 'lounge', { sound_id: far.sound_id, source_guild_id }), 403, 50013)
    // Deafened members and members muted by the guild are rejected.
    await join(player, 'player', 'lounge', { self_deaf: true })
    await refused(play(bot, 'lounge', { sound_id: '1' }), 400, 50167)
    await join(player, 'player', 'lounge', { self_mute: true })
    assert.equal((await play(bot, 'lounge', { sound_id: '1' })).status, 204)
    const member = `/guilds/${lab.guildId('lab')}/members/${lab.userId('player')}`
    assert.equal((await lab.person('ann').patch(member, { mute: true })).status, 200)
    await refused(play(bot, 'lounge', { sound_id: '1' }), 400, 50167)
    await lab.person('eve').delete(`${den}/${far.sound_id}`)
  })

  test('discord.js: GuildSoundboardSoundManager', async () => {
    const client = new Client({
      intents: [GatewayIntentBits.Guilds, GatewayIntentBits.GuildExpressions, GatewayIntentBits.GuildVoiceStates],
      rest: { api: lab.platform.api },
    })
    const ready = new Promise((resolve) => client.once(Events.ClientReady, resolve))
    await client.login(lab.token('app'))
    await ready
    const guild = client.guilds.cache.get(lab.guildId('lab'))
    assert.ok(guild)
    const heard = new Promise((resolve) => client.once(Events.GuildSoundboardSoundCreate, resolve))
    const sound = await guild.soundboardSounds.create({
      file: mp3(9),
      name: 'by hand',
      contentType: 'audio/mpeg',
      emojiName: '🔔',
    })
    await heard
    assert.equal(sound.user?.id, client.user?.id)
    assert.equal((await sound.edit({ volume: 0.1 })).volume, 0.1)
    assert.equal((await guild.soundboardSounds.fetch({ soundboardSound: sound.soundId, force: true })).name, 'by hand')
    assert.equal((await guild.soundboardSounds.fetch()).size, 1)
    assert.equal((await client.guilds.fetchSoundboardSounds({ guildIds: [guild.id] })).get(guild.id)?.size, 1)
    const deleted = new Promise((resolve) => client.once(Events.GuildSoundboardSoundDelete, resolve))
    await sound.delete()
    await deleted
    await client.destroy()
  })
})
