/** The voice gateway's own protocol: versions, order, heartbeats, tokens, Resume and close codes. */
import assert from 'node:assert/strict'
import { on, once } from 'node:events'
import { after, before, describe, test } from 'node:test'
import { Intent } from '@guildhall/protocol'
import {
  type Frame,
  RawGateway,
  requestVoice,
  type VoiceAddress,
  VoiceClient,
  type VoiceJoin,
} from '@guildhall/testing'
import { WebSocket } from 'ws'
import { runningClock } from '../../src/kernel/clock.ts'
import { startVoiceLab, type VoiceLab } from '../support/voice-lab.ts'

/** Opens a voice session by a plain socket, of which a test sees the pings. Without pongs its network is gone. */
async function openSocket(
  { endpoint, serverId, userId, sessionId, token }: VoiceAddress,
  { autoPong = true } = {},
): Promise<WebSocket> {
  const socket = new WebSocket(`ws://${endpoint}/?v=8`, { autoPong })
  const identity = { server_id: serverId, user_id: userId, session_id: sessionId, token, max_dave_protocol_version: 1 }
  socket.on('open', () => socket.send(JSON.stringify({ op: 0, d: identity })))
  for await (const [data] of on(socket, 'message', { close: ['close'] }))
    if (JSON.parse(String(data)).op === 2) return socket
  throw new Error('no op 2')
}

/** Leaves a call. The voice server has read all earlier pongs of the socket by then. */
async function leave(socket: WebSocket): Promise<void> {
  socket.close(1000)
  await once(socket, 'close')
}

interface TapeRecord {
  title: string
  direction: string
  guild_id: string
  bytes: number
  details: { payload: Record<string, unknown> }
}

const FOREVER_MS = 60_000
const MOVED_MS = 5_000
const ROUNDS_MAX = 1_000

test('op 4 of a new session joins a guild that READY names, before its GUILD_CREATE', async () => {
  await using lab = await startVoiceLab()
  const token = lab.world.users.eve?.token ?? ''
  await using session = await RawGateway.open(lab.platform.gateway, { token, intents: Intent.GUILD_VOICE_STATES })
  assert.ok((await requestVoice(session, { guildId: lab.guildId, channelId: lab.channel('lounge') })).endpoint)
})

describe('the voice gateway', () => {
  let lab: VoiceLab
  let session: RawGateway
  let other: RawGateway
  let address: VoiceAddress
  const wallClock = runningClock()
  const place = (where = 'lounge'): VoiceJoin => ({ guildId: lab.guildId, channelId: lab.channel(where) })
  before(async () => {
    lab = await startVoiceLab({ wallClock })
    session = await lab.gateway('one')
    other = await lab.gateway('two')
    address = await requestVoice(session, place())
  })
  after(async () => {
    await session.close()
    await other.close()
    await lab[Symbol.asyncDispose]()
  })

  /** Joins by another session, which has no events of other tests. */
  async function join(name: string) {
    const own = await lab.gateway(name)
    const joined = await requestVoice(own, place())
    const op4 = { guild_id: joined.serverId, channel_id: joined.channelId }
    // Sessions of earlier tests may leave meanwhile.
    const isOwn = ({ t, d }: Frame) => t === 'VOICE_STATE_UPDATE' && d?.session_id === own.sessionId
    return { own, joined, op4, isOwn }
  }

  /** Sends one message after Hello, and returns the close code. */
  async function refused(op: number, d: unknown, how: Partial<VoiceJoin> = {}): Promise<number> {
    const client = await VoiceClient.open(address, { ...place(), ...how })
    await client.next(8)
    client.send(op, d)
    return (await client.closed).code
  }

  const identify = (changes: Record<string, unknown> = {}) => ({
    server_id: address.serverId,
    user_id: address.userId,
    session_id: address.sessionId,
    token: address.token,
    max_dave_protocol_version: 1,
    ...changes,
  })

  test('each version from 4 to 9 begins with op 8, and echoes heartbeats in its form', async () => {
    for (const version of [4, 5, 6, 7, 8, 9]) {
      const client = await VoiceClient.open(address, { ...place(), version })
      const hello = await client.next(8)
      assert.equal(hello.d.v, version)
      assert.ok(Number(hello.d.heartbeat_interval) > 1000)
      client.send(3, version >= 8 ? { t: 7, seq_ack: -1 } : 7)
      assert.deepEqual((await client.next(6)).d, version >= 8 ? { t: 7 } : 7)
      await client.leave()
    }
  })

  test('op 4 is answered right after the client closed its voice socket, before the connection has ended', async () => {
    for (let round = 0; round < 20; round += 1) {
      const client = await VoiceClient.connect(address, place())
      const left = client.leave()
      session.send(4, { guild_id: lab.guildId, channel_id: lab.channel('lounge') })
      assert.ok((await session.next<{ token: string }>('VOICE_SERVER_UPDATE')).d.token, `round ${round}`)
      await left
    }
  })

  test('[VER-8] invalid Identifies are refused with their close codes', async () => {
    const cases: [string, Record<string, unknown>, number][] = [
      ['wrong token', { token: 'x' }, 4004],
      ['forged token', { token: address.token.replace(/.$/, (end) => (end === '0' ? '1' : '0')) }, 4004],
      ['foreign user', { user_id: lab.userId('two') }, 4004],
      ['foreign session', { session_id: other.sessionId }, 4006],
      ['another server', { server_id: '1' }, 4011],
      ['another channel', { channel_id: lab.channel('other') }, 4006],
      ['no encryption', { max_dave_protocol_version: 0 }, 4017],
      ['no encryption named', { max_dave_protocol_version: undefined }, 4017],
      ['no token', { token: undefined }, 4002],
    ]
    for (const [name, changes, code] of cases) assert.equal(await refused(0, identify(changes)), code, name)
  })

  test('messages in the wrong state or form are refused with their close codes', async () => {
    const cases: [string, number, unknown, number][] = [
      ['unknown opcode', 99, {}, 4001],
      ['speaking before Identify', 5, { speaking: 1 }, 4003],
      ['video before Identify', 12, {}, 4003],
      ['heartbeat of a wrong form', 3, 'x', 4002],
      ['Resume of nothing', 7, { server_id: '1', session_id: 'x', token: 'x', seq_ack: 0 }, 4006],
    ]
    for (const [name, op, d, code] of cases) assert.equal(await refused(op, d), code, name)
    const afterIdentify: [string, number, unknown, number][] = [
      ['second Identify', 0, identify(), 4005],
      ['another protocol', 1, { protocol: 'carrier pigeon', data: {} }, 4012],
      ['WebRTC without an offer', 1, { protocol: 'webrtc', data: {} }, 4012],
      ['an offer without fingerprint', 1, { protocol: 'webrtc', data: 'a=ice-ufrag:abcd' }, 4020],
      ['an old mode', 1, { protocol: 'udp', data: { address: '127.0.0.1', port: 9, mode: 'xsalsa20_poly1305' } }, 4016],
      ['no address', 1, { protocol: 'udp', data: { mode: 'aead_aes256_gcm_rtpsize' } }, 4020],
      ['a foreign SSRC', 5, { speaking: 1, delay: 0, ssrc: 1 }, 4020],
    ]
    for (const [name, op, d, code] of afterIdentify) {
      const client = await VoiceClient.open(address, place())
      client.identify()
      await client.next(2)
      client.send(op, d)
      assert.equal((await client.closed).code, code, name)
    }
    const binary = await VoiceClient.connect(address, place())
    binary.sendBinary(26, Buffer.from('no key package'))
    assert.equal((await binary.closed).code, 4020)
  })

  test('ops about video are ignored, and a second connection replaces the first with 4014', async () => {
    const first = await VoiceClient.connect(address, place())
    for (const op of [12, 14, 15, 16, 17, 18, 20]) first.send(op, { any: 1 })
    first.send(3, { t: 1, seq_ack: -1 })
    await first.next(6)
    const second = await VoiceClient.connect(address, place())
    assert.equal((await first.closed).code, 4014)
    await second.leave()
  })

  test('VOICE_SERVER_UPDATE comes once per join, and again only without a voice socket', async () => {
    const { own, joined, op4, isOwn } = await join('three')
    const socket = await openSocket(joined)
    const none = (cause: () => Promise<unknown>) => own.none('VOICE_SERVER_UPDATE', cause)
    const change = async (flags: object) => {
      own.send(4, { ...op4, ...flags })
      await own.next(isOwn)
    }
    await none(async () => {
      own.send(4, op4)
      await once(socket, 'ping')
    })
    await none(() => change({ self_mute: true }))
    await none(() => change({ self_mute: false }))
    await leave(socket)
    await none(() => change({ self_deaf: true }))
    own.send(4, { ...op4, self_deaf: true })
    const again = await own.next<Record<string, string>>('VOICE_SERVER_UPDATE')
    assert.notEqual(again.d.token, joined.token)
    await own.close()
  })

  test('a client whose request to leave was lost gets state and address when it joins again', async () => {
    const { own, joined, op4, isOwn } = await join('four')
    await leave(await openSocket(joined))
    own.send(4, op4)
    const state = await own.next<Record<string, unknown>>(isOwn)
    assert.deepEqual([state.d.user_id, state.d.channel_id], [joined.userId, op4.channel_id])
    assert.ok((await own.next<{ token: string }>('VOICE_SERVER_UPDATE')).d.token)
    await own.close()
  })

  test('a client on a network that is gone gets the address again once its old socket does not respond', async () => {
    const { own, joined, op4 } = await join('three')
    const socket = await openSocket(joined, { autoPong: false })
    const closed = once(socket, 'close')
    own.send(4, op4)
    await once(socket, 'ping')
    wallClock.advance(MOVED_MS)
    assert.ok((await own.next<{ token: string }>('VOICE_SERVER_UPDATE')).d.token)
    await closed
    await own.close()
  })

  test('a resumed session in voice gets the address again unless its voice socket lives', async () => {
    const { own, joined, op4, isOwn } = await join('three')
    const socket = await openSocket(joined)
    const resume = async (gateway: RawGateway) => {
      await gateway.drop()
      const resumed = await gateway.resume()
      await resumed.next('RESUMED')
      return resumed
    }
    let resumed = await resume(own)
    await resumed.none('VOICE_SERVER_UPDATE', async () => {
      const pinged = once(socket, 'ping')
      wallClock.advance(MOVED_MS)
      await pinged
    })
    await leave(socket)
    resumed = await resume(resumed)
    wallClock.advance(MOVED_MS)
    assert.equal((await resumed.next<Record<string, unknown>>(isOwn)).d.channel_id, joined.channelId)
    assert.notEqual((await resumed.next<{ token: string }>('VOICE_SERVER_UPDATE')).d.token, joined.token)
    resumed.send(4, { ...op4, channel_id: null })
    await resumed.close()
  })

  test('a client resumes with what it missed, and a lost one leaves the call', async () => {
    const one = await VoiceClient.connect(address, place())
    const join = async () => VoiceClient.join(other, place())
    const two = await join()
    await Promise.all([one.encrypted(two.address.userId), two.encrypted(one.address.userId)])
    await one.drop()
    two.speaking()
    await two.leave()
    await one.resume()
    const missed = await one.next(5)
    assert.equal(missed.d.user_id, two.address.userId)
    await one.until(() => one.members.size === 0, 'the missed op 13')
    const again = await VoiceClient.connect(two.address, place())
    await again.until(() => again.members.has(one.address.userId), 'op 11')
    await one.drop()
    // The sockets of the others have the same clock.
    for (let round = 0; round < ROUNDS_MAX && again.members.has(one.address.userId); round += 1) {
      again.send(3, { t: round, seq_ack: -1 })
      await Promise.all([again.next(6), session.heartbeat(), other.heartbeat()])
      wallClock.advance(MOVED_MS / 5)
    }
    assert.ok(!again.members.has(one.address.userId), 'op 13 of the lost client')
    await assert.rejects(one.resume(), /4006/)
    await again.leave()
    other.send(4, { guild_id: lab.guildId, channel_id: null })
  })

  test('a silent client is closed with 4009', async () => {
    const client = await VoiceClient.open(address, place())
    await client.next(8)
    wallClock.advance(FOREVER_MS)
    assert.equal((await client.closed).code, 4009)
    const joined = await VoiceClient.open(address, place())
    joined.identify()
    await joined.next(2)
    wallClock.advance(MOVED_MS * 2)
    wallClock.advance(FOREVER_MS)
    assert.equal((await joined.closed).code, 4009)
  })

  test('the main gateway keeps the path /, and voice clients use it without an encoding', async () => {
    const main = await RawGateway.connect(lab.platform.gateway.replace('/gateway', '/'), { v: 9 })
    assert.equal((await main.next<{ heartbeat_interval: number }>(10)).op, 10)
    await main.drop()
  })

  test('the tape has messages of a call by op, direction and size, and no keys', async () => {
    await using lab = await startVoiceLab({ tape: true })
    const [one, two] = [await lab.join('three', 'other'), await lab.join('four', 'other')]
    await Promise.all([one.voice.encrypted(two.userId), two.voice.encrypted(one.userId)])
    await one.voice.leave()
    const { control } = lab.platform
    const address = `${control.url}/tape/export?format=ndjson&kind=voice&user_id=${one.userId}`
    const text = await (await fetch(address, { headers: { authorization: `Bearer ${control.key}` } })).text()
    const records = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as TapeRecord)
    const seen = new Map(records.map(({ title, direction, details }) => [`${direction} ${title}`, details]))
    assert.equal(seen.get('out op 4 SESSION_DESCRIPTION')?.payload.secret_key, '[hidden]')
    assert.equal(seen.get('in op 0 IDENTIFY')?.payload.token, '[hidden]')
    assert.equal(seen.get('in op 26 DAVE_KEY_PACKAGE (binary)')?.payload, null)
    assert.ok(seen.has('out op 25 DAVE_EXTERNAL_SENDER (binary)') && seen.has('in close 1000'))
    assert.ok(
      records.every(({ bytes, guild_id, title }) => guild_id === lab.guildId && (bytes > 0 || /close/.test(title))),
    )
    assert.ok(!text.includes(one.voice.address.token))
    await Promise.all([two.voice.leave(), one.session.close(), two.session.close()])
  })
})
