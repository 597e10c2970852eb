/** Shared screens: who may share and watch, and what others receive of it. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { VoiceOp, VoiceWire } from '@guildhall/local-client/voice'
import { GatewayOp, Permission, VoiceCloseCode } from '@guildhall/protocol'
import type { RawGateway } from '@guildhall/testing'
import sharp from 'sharp'
import { connectToStream, joinVoice, shareScreen, streamEnd } from '../support/streams.ts'
import { startVoiceLab, type VoiceLab, voiceWorld } from '../support/voice-lab.ts'

interface StreamEvent {
  stream_key: string
  rtc_server_id: string
  rtc_channel_id: string
  viewer_ids: string[]
  paused: boolean
  reason: string
  token: string
  endpoint: string
}

const WAIT_MS = 10_000

let lab: VoiceLab
const sessions = new Map<string, RawGateway>()
const session = (name: string) => sessions.get(name) as RawGateway
const key = (name: string) => `guild:${lab.guildId}:${lab.channel('lounge')}:${lab.userId(name)}`
const next = (name: string, event: string) =>
  session(name)
    .next<StreamEvent>(event)
    .then(({ d }) => d)

/** One more than may show their cameras in a channel. */
const CAMERAS = Array.from({ length: 26 }, (_, at) => `camera_${at}`)

before(async () => {
  const { users, guilds, ...world } = voiceWorld
  const people = Object.fromEntries(CAMERAS.map((name) => [name, {}]))
  const members = [...guilds.lab.members, ...CAMERAS]
  lab = await startVoiceLab({
    world: { ...world, users: { ...users, ...people }, guilds: { lab: { ...guilds.lab, members } } },
  } as never)
  for (const name of ['ann', 'bob', 'eve', 'one']) sessions.set(name, await lab.gateway(name))
  for (const name of ['ann', 'bob']) await place(name, lab.channel('lounge'))
})
after(async () => {
  for (const one of sessions.values()) await one.close()
  await lab[Symbol.asyncDispose]()
})

async function place(name: string, channelId: string | null): Promise<void> {
  session(name).send(GatewayOp.VOICE_STATE_UPDATE, { guild_id: lab.guildId, channel_id: channelId })
  await voiceStateOf(name, (state) => state.channel_id === channelId)
}

/** Waits until a bot receives a voice state. */
async function voiceStateOf(name: string, is: (state: { channel_id: string | null; self_stream: boolean }) => boolean) {
  for (;;) {
    const { d } = await session('one').next<{ user_id: string; channel_id: string | null; self_stream: boolean }>(
      'VOICE_STATE_UPDATE',
    )
    if (d.user_id === lab.userId(name) && is(d)) return
  }
}

const PNG_URI =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** Returns a JPEG of noise in a data URI. */
async function jpegUri(side: number): Promise<string> {
  const pixels = randomBytes(side * side * 3)
  const jpeg = sharp(pixels, { raw: { width: side, height: side, channels: 3 } }).jpeg({ quality: 95 })
  return `data:image/jpeg;base64,${(await jpeg.toBuffer()).toString('base64')}`
}

const share = (name: string, where = 'lounge') =>
  session(name).send(GatewayOp.STREAM_CREATE, {
    type: 'guild',
    guild_id: lab.guildId,
    channel_id: lab.channel(where),
  })

/** Shares a screen, and identifies at its voice server without end-to-end encryption. */
async function identifyPlain(name: string, where: string): Promise<VoiceWire> {
  share(name, where)
  const [created, { endpoint, token }] = [await next(name, 'STREAM_CREATE'), await next(name, 'STREAM_SERVER_UPDATE')]
  const wire = await VoiceWire.connect(`ws://${endpoint}/?v=8`)
  const { sessionId } = session(name)
  const identity = { server_id: created.rtc_server_id, user_id: lab.userId(name), session_id: sessionId, token }
  wire.send(VoiceOp.IDENTIFY, { ...identity, video: true })
  return wire
}

test('a stream begins, is watched, paused and left, and bots see self_stream', async () => {
  share('ann')
  const created = await next('ann', 'STREAM_CREATE')
  assert.equal(created.stream_key, key('ann'))
  assert.equal(BigInt(created.rtc_server_id) - 1n, BigInt(created.rtc_channel_id))
  const server = await next('ann', 'STREAM_SERVER_UPDATE')
  assert.ok(server.token && server.endpoint)
  await voiceStateOf('ann', ({ self_stream }) => self_stream)
  session('bob').send(GatewayOp.STREAM_WATCH, { stream_key: key('ann') })
  assert.equal((await next('bob', 'STREAM_CREATE')).rtc_server_id, created.rtc_server_id)
  assert.notEqual((await next('bob', 'STREAM_SERVER_UPDATE')).token, server.token)
  assert.deepEqual((await next('ann', 'STREAM_UPDATE')).viewer_ids, [lab.userId('bob')])
  session('bob').send(GatewayOp.STREAM_SET_PAUSED, { stream_key: key('ann'), paused: true })
  session('ann').send(GatewayOp.STREAM_SET_PAUSED, { stream_key: key('ann'), paused: true })
  assert.equal((await next('bob', 'STREAM_UPDATE')).paused, true)
  session('bob').send(GatewayOp.STREAM_DELETE, { stream_key: key('ann') })
  assert.equal((await next('bob', 'STREAM_DELETE')).reason, 'user_requested')
  assert.deepEqual((await next('ann', 'STREAM_UPDATE')).paused, true)
})

test('only the owner sends the picture of a stream, and members who see the channel get it', async () => {
  const path = `/streams/${key('ann')}/preview`
  const thumbnail = await jpegUri(32)
  const send = (name: string, body: object) => lab.http(name).post<{ code: number }>(path, body)
  assert.deepEqual((await lab.http('ann').get<{ code: number }>(path)).body.code, 10049)
  assert.equal((await send('bob', { thumbnail })).body.code, 50001)
  assert.equal((await send('ann', { thumbnail: PNG_URI })).body.code, 50035)
  assert.equal((await send('ann', { thumbnail: thumbnail.slice(0, 60) })).body.code, 50035)
  assert.equal((await send('ann', { thumbnail: await jpegUri(640) })).body.code, 50035)
  assert.equal((await lab.http('bob').get(path)).status, 404)
  assert.equal((await send('ann', { thumbnail })).status, 204)
  const { body } = await lab.http('bob').get<{ url: string }>(path)
  const picture = await fetch(body.url)
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/jpeg'])
  assert.equal(`data:image/jpeg;base64,${Buffer.from(await picture.arrayBuffer()).toString('base64')}`, thumbnail)
  const overwrite = { type: 1, deny: String(Permission.VIEW_CHANNEL), allow: '0' }
  const overwritePath = `/channels/${lab.channel('lounge')}/permissions/${lab.userId('eve')}`
  await lab.http('ann').put(overwritePath, overwrite)
  assert.equal((await lab.http('eve').get<{ code: number }>(path)).body.code, 50001)
  await lab.http('ann').delete(overwritePath)
  const unknown = `/streams/${key('eve')}/preview`
  assert.equal((await lab.http('eve').post<{ code: number }>(unknown, { thumbnail })).body.code, 10049)
  assert.equal((await lab.http('eve').post(`/streams/none/preview`, { thumbnail })).status, 400)
})

test('a person outside of the channel neither shares nor watches', async () => {
  session('eve').send(GatewayOp.STREAM_WATCH, { stream_key: key('ann') })
  assert.equal((await next('eve', 'STREAM_DELETE')).reason, 'unauthorized')
  share('eve')
  assert.deepEqual([(await next('eve', 'STREAM_DELETE')).stream_key], [key('eve')])
})

test('requests of a session about streams are served in order, whatever else they name', async () => {
  const bob = session('bob')
  share('bob')
  bob.send(GatewayOp.STREAM_SET_PAUSED, { stream_key: key('bob'), paused: true })
  bob.send(GatewayOp.STREAM_DELETE, { stream_key: key('bob') })
  bob.send(GatewayOp.STREAM_WATCH, { stream_key: 'guild:\u0000' })
  await next('bob', 'STREAM_CREATE')
  assert.equal((await next('bob', 'STREAM_UPDATE')).paused, true)
  assert.deepEqual(
    [await next('bob', 'STREAM_DELETE'), await next('bob', 'STREAM_DELETE')].map(({ reason }) => reason),
    ['user_requested', 'stream_ended'],
  )
  const elsewhere = { type: 'guild', guild_id: lab.channel('lounge'), channel_id: lab.channel('lounge') }
  bob.send(GatewayOp.STREAM_CREATE, elsewhere)
  assert.equal((await next('bob', 'STREAM_DELETE')).reason, 'invalid_channel')
  bob.send(GatewayOp.STREAM_CREATE, { type: 'call', channel_id: lab.channel('lounge') })
  assert.equal((await next('bob', 'STREAM_DELETE')).reason, 'unauthorized')
})

test('a stream ends with the permission, and with the voice state of its owner', async () => {
  session('ann').send(GatewayOp.STREAM_DELETE, { stream_key: key('ann') })
  assert.equal((await next('ann', 'STREAM_DELETE')).reason, 'user_requested')
  assert.equal((await lab.http('bob').get(`/streams/${key('ann')}/preview`)).status, 404)
  share('bob')
  await next('bob', 'STREAM_CREATE')
  await voiceStateOf('bob', ({ self_stream }) => self_stream)
  session('ann').send(GatewayOp.STREAM_WATCH, { stream_key: key('bob') })
  await next('ann', 'STREAM_CREATE')
  const overwrite = { type: 1, deny: String(Permission.STREAM), allow: '0' }
  await lab.http('ann').put(`/channels/${lab.channel('lounge')}/permissions/${lab.userId('bob')}`, overwrite)
  assert.equal((await next('bob', 'STREAM_DELETE')).reason, 'unauthorized')
  assert.equal((await next('ann', 'STREAM_DELETE')).reason, 'stream_ended')
  await voiceStateOf('bob', ({ self_stream }) => !self_stream)
  share('bob')
  assert.equal((await next('bob', 'STREAM_DELETE')).reason, 'unauthorized')
  share('ann')
  await next('ann', 'STREAM_CREATE')
  session('bob').send(GatewayOp.STREAM_WATCH, { stream_key: key('ann') })
  await next('bob', 'STREAM_CREATE')
  await place('ann', lab.channel('other'))
  assert.equal((await next('bob', 'STREAM_DELETE')).reason, 'stream_ended')
})

test('a stream ends with its guild, and so does its call', async () => {
  const owner = await lab.gateway('camera_0')
  const { body: guild } = await lab.http('camera_0').post<{ id: string }>('/guilds', { name: 'short-lived' })
  await owner.next(({ t, d }) => t === 'GUILD_CREATE' && d?.id === guild.id)
  const voice = { name: 'voice', type: 2 }
  const { body: channel } = await lab.http('camera_0').post<{ id: string }>(`/guilds/${guild.id}/channels`, voice)
  const there = { guildId: guild.id, channelId: channel.id }
  await joinVoice(owner, there)
  const stream = await shareScreen(owner, there)
  const connected = await connectToStream(owner, lab.userId('camera_0'), stream)
  assert.equal((await lab.http('camera_0').delete(`/guilds/${guild.id}`)).status, 204)
  assert.deepEqual(await streamEnd(owner), {
    stream_key: stream.key,
    reason: 'stream_ended',
    unavailable: false,
  })
  assert.equal((await connected.closed).code, VoiceCloseCode.DISCONNECTED)
  await owner.close()
})

test('a screen of a stage is not encrypted, and one of a voice channel needs encryption', async () => {
  await place('eve', lab.channel('other'))
  const secret = await identifyPlain('eve', 'other')
  assert.equal((await secret.closed).code, VoiceCloseCode.ENCRYPTION_REQUIRED)
  await place('eve', lab.channel('stage'))
  const plain = await identifyPlain('eve', 'stage')
  await plain.next(VoiceOp.READY, WAIT_MS)
  const data = { address: '127.0.0.1', port: 9, mode: 'aead_aes256_gcm_rtpsize' }
  plain.send(VoiceOp.SELECT_PROTOCOL, { protocol: 'udp', data })
  const { d } = await plain.next(VoiceOp.SESSION_DESCRIPTION, WAIT_MS)
  assert.equal((d as { dave_protocol_version: number }).dave_protocol_version, 0)
  plain.close(1000)
})

test('of 26 members in a channel 25 show their cameras, and the last one after another has turned off', async () => {
  const observer = session('one')
  const cameras = await Promise.all(CAMERAS.map((name) => lab.gateway(name)))
  const place = { guild_id: lab.guildId, channel_id: lab.channel('other') }
  const turn = (camera: RawGateway | undefined, self_video: boolean) =>
    camera?.send(GatewayOp.VOICE_STATE_UPDATE, { ...place, self_video })
  const shownOf = async (name: string): Promise<boolean> => {
    for (;;) {
      const { d } = await observer.next<{ user_id: string; self_video: boolean }>('VOICE_STATE_UPDATE')
      if (d.user_id === lab.userId(name)) return d.self_video
    }
  }
  const shown: boolean[] = []
  for (const [at, name] of CAMERAS.entries()) {
    turn(cameras[at], true)
    shown.push(await shownOf(name))
  }
  assert.deepEqual(shown, [...Array.from({ length: 25 }, () => true), false])
  turn(cameras[0], false)
  assert.equal(await shownOf('camera_0'), false)
  turn(cameras[25], true)
  assert.equal(await shownOf('camera_25'), true)
  await Promise.all(cameras.map((camera) => camera.close()))
})
