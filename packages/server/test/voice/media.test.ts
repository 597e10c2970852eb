import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { MediaServer, UdpAddress } from '../../src/transports/voice/media/media-server.ts'
import { openUdpMediaServer } from '../../src/transports/voice/media/udp-media-server.ts'
import { random } from '../support/davey-call.ts'
import { discoveryOf, MediaClient } from '../support/media-client.ts'

const OPUS = Buffer.from('fc0102030405060708090a0b0c0d0e0f', 'hex')
const SILENCE = Buffer.from('f8fffe', 'hex')
/** Ciphertext, tag of 8 bytes, nonce 1, no clear ranges, size 12, marker. */
const DAVE = Buffer.from('aabbccddeeff00112233445566778899 0102030405060708 01 0c fafa'.replaceAll(' ', ''), 'hex')
const PLAIN = { plain: true, encrypted: false }
const ENCRYPTED = { plain: false, encrypted: true }

let server: MediaServer
const clients: MediaClient[] = []

before(async () => {
  server = await openUdpMediaServer({ host: '127.0.0.1', port: 0, announce: null })
})
after(() => server.stop())
afterEach(() => {
  for (const client of clients.splice(0)) {
    client.session.close()
    client.close()
  }
})

async function join(call: string, mode?: MediaClient['mode']): Promise<MediaClient> {
  const client = await MediaClient.join(server, call, mode)
  clients.push(client)
  return client
}

/** Waits until the server has handled what clients sent so far, which it does in order. */
async function handled(client: MediaClient): Promise<void> {
  const probe = await join('probe')
  await probe.discover()
  assert.ok(client)
}

/** Runs a task and returns by how much the counters of dropped packets rose. */
async function dropped(client: MediaClient, task: () => void): Promise<Record<string, number>> {
  const { dropped } = server.counts()
  task()
  await handled(client)
  const now = Object.entries(server.counts().dropped).map(([reason, count]) => [reason, count - (dropped[reason] ?? 0)])
  return Object.fromEntries(now.filter(([, count]) => count !== 0))
}

test('frames reach the other participants of the call unchanged, in both modes', async () => {
  const [speaker, gcm, chacha, stranger] = await Promise.all([
    join('a'),
    join('a'),
    join('a', 'aead_xchacha20_poly1305_rtpsize'),
    join('b'),
  ])
  for (let n = 0; n < 20; n++) speaker.speak(Buffer.concat([OPUS, Buffer.of(n)]))
  await Promise.all([gcm.received(20), chacha.received(20)])
  chacha.speak(OPUS)
  await gcm.received(21)
  for (const listener of [gcm, chacha]) {
    for (let n = 0; n < 20; n++) {
      const packet = listener.packets[n]
      assert.deepEqual(listener.open(packet), Buffer.concat([OPUS, Buffer.of(n)]))
      assert.equal(packet?.readUInt32BE(8), speaker.session.ssrc)
      assert.equal(packet?.readUInt16BE(2), n + 1)
      assert.equal(packet?.readUInt32BE(packet.length - 4), 0x8000_0000 + n, 'own half of the nonces')
    }
  }
  assert.equal(stranger.packets.length, 0)
  assert.equal(speaker.packets.length, 1)
})

test('padding, contributing sources and header extensions are taken into account and forwarded', async () => {
  const [speaker, listener] = await Promise.all([join('c'), join('c')])
  const extension = Buffer.from('bede0001', 'hex')
  const element = Buffer.from('10ff0000', 'hex')
  speaker.session.permit({ send: ENCRYPTED, receive: PLAIN })
  listener.session.permit({ send: PLAIN, receive: ENCRYPTED })
  const padded = Buffer.concat([element, DAVE, Buffer.of(0, 0, 3)])
  const sources = Buffer.concat([Buffer.alloc(4, 7), extension])
  speaker.speak(padded, { first: 0xb1, sources })
  await listener.received(1)
  assert.deepEqual(listener.open(listener.packets[0], 20), padded)
  const drops = await dropped(listener, () => {
    speaker.speak(Buffer.alloc(4), { first: 0x90, sources: Buffer.from('bede0100', 'hex') })
    speaker.speak(Buffer.alloc(4), { first: 0xa0 })
    speaker.speak(Buffer.alloc(4, 9), { first: 0xa0 })
  })
  assert.deepEqual(drops, { malformed: 3 })
})

test('only frames of the permitted kinds pass; silence passes unless nothing may', async () => {
  const [speaker, listener] = await Promise.all([join('d'), join('d')])
  speaker.session.permit({ send: ENCRYPTED, receive: null })
  listener.session.permit({ send: null, receive: ENCRYPTED })
  const encrypted = await dropped(speaker, () => {
    speaker.speak(OPUS)
    speaker.speak(DAVE)
    speaker.speak(SILENCE)
    listener.speak(SILENCE)
  })
  assert.deepEqual(encrypted, { 'plain frame in an encrypted call': 1, 'not permitted to send': 1 })
  assert.deepEqual(
    listener.packets.map((packet) => listener.open(packet)),
    [DAVE, SILENCE],
  )
  speaker.session.permit({ send: PLAIN, receive: null })
  listener.session.permit({ send: PLAIN, receive: PLAIN })
  const plain = await dropped(speaker, () => {
    speaker.speak(DAVE)
    listener.speak(OPUS)
  })
  assert.deepEqual(plain, { 'encrypted frame in a plain call': 1, 'not permitted to receive': 1 })
  assert.equal(speaker.packets.length, 0)
})

test('replayed, foreign, truncated and altered packets are dropped without a response', async () => {
  const [speaker, listener, other] = await Promise.all([join('e'), join('e'), join('e')])
  const packet = speaker.packet(OPUS)
  const altered = Buffer.from(packet)
  altered.writeUInt8(altered.readUInt8(13) ^ 1, 13)
  const drops = await dropped(speaker, () => {
    speaker.send(packet)
    speaker.send(packet)
    speaker.send(altered)
    speaker.speak(OPUS, { ssrc: 5 })
    speaker.speak(OPUS, { ssrc: other.session.ssrc })
    speaker.send(packet.subarray(0, 31))
    speaker.send(Buffer.alloc(0))
    speaker.send(Buffer.alloc(3_000, 0x80))
    speaker.send(Buffer.from('80c80006', 'hex').fill(0, 4))
    speaker.send(Buffer.concat([Buffer.from('80c80006', 'hex'), Buffer.alloc(40)]))
    speaker.speak(OPUS, { counter: 1_000 })
    speaker.speak(OPUS, { counter: 800 })
    speaker.speak(OPUS, { counter: 700 })
  })
  assert.deepEqual(drops, {
    replayed: 3,
    'unknown SSRC': 1,
    'wrong tag': 1,
    'not a known packet': 4,
    RTCP: 1,
  })
  assert.equal(listener.packets.length, 3)
  assert.equal(speaker.packets.length, 0)
})

test('media follows authenticated packets, not IP discovery, and keep-alives need a known address', async () => {
  const [speaker, listener] = await Promise.all([join('f'), join('f')])
  const moved: UdpAddress[] = []
  const thief = await MediaClient.connect(listener.session)
  clients.push(thief)
  const keepAlive = Buffer.from('0500000000000000', 'hex')
  assert.deepEqual(await dropped(thief, () => thief.send(keepAlive)), { 'unknown address': 1 })
  assert.equal((await thief.discover()).length, 74)
  thief.send(keepAlive)
  thief.send(Buffer.from('1337cafe00000009', 'hex'))
  await thief.received(2)
  assert.deepEqual(thief.packets.splice(0), [keepAlive, Buffer.from('1337f00d00000009', 'hex')])
  const garbage = Buffer.from(listener.packet(OPUS))
  garbage.writeUInt8(garbage.readUInt8(14) ^ 1, 14)
  thief.send(garbage)
  speaker.speak(OPUS)
  await listener.received(1)
  assert.equal(thief.packets.length, 0)
  // The same client behind another port after its network changed.
  const roamed = await MediaClient.connect(listener.session)
  clients.push(roamed)
  Object.assign(listener.session, { events: { addressChanged: (address: UdpAddress) => moved.push(address) } })
  const late = listener.packet(OPUS)
  roamed.send(listener.packet(SILENCE))
  await speaker.received(1)
  speaker.speak(OPUS)
  await roamed.received(1)
  listener.send(late)
  await speaker.received(2)
  speaker.speak(OPUS)
  await roamed.received(2)
  assert.deepEqual(moved, [{ ip: '127.0.0.1', port: roamed.socket.address().port }])
})

test('IP discovery is answered for live SSRCs only, with the address and as many bytes', async () => {
  const client = await join('g')
  const response = await client.discover()
  assert.equal(response.length, 74)
  assert.equal(response.readUInt32BE(0), 0x0002_0046)
  assert.equal(response.readUInt32BE(4), client.session.ssrc)
  assert.equal(response.toString('latin1', 8, 18), '127.0.0.1\0')
  assert.equal(response.readUInt16BE(72), client.socket.address().port)
  const drops = await dropped(client, () => {
    client.send(discoveryOf((client.session.ssrc + 1) % 2 ** 32))
    client.send(discoveryOf(client.session.ssrc).subarray(0, 70))
    client.session.close()
    client.send(discoveryOf(client.session.ssrc))
    client.speak(OPUS)
    client.send(Buffer.alloc(8))
  })
  assert.deepEqual(drops, { 'unknown SSRC': 3, 'not a known packet': 1, 'unknown address': 1 })
  assert.equal(client.packets.length, 0)
})

test('a flood is bounded by the sender and costs others none of their frames', async () => {
  const still = await openUdpMediaServer({ host: '127.0.0.1', port: 0, announce: null, now: () => 1_000 })
  const [flooder, speaker, listener] = await Promise.all([1, 2, 3].map(() => MediaClient.join(still, 'h')))
  assert.ok(flooder && speaker && listener)
  clients.push(flooder, speaker, listener)
  for (let n = 0; n < 3_000; n++) {
    flooder.speak(OPUS)
    if (n % 60 === 0) speaker.speak(Buffer.concat([OPUS, Buffer.of(n / 60)]))
    // The client shares the event loop with the server, which takes some 30 packets in each turn.
    if (n % 20 === 0) await new Promise(setImmediate)
  }
  speaker.speak(OPUS)
  await listener.received(1_200 + 51)
  const ssrcs = listener.packets.map((packet) => packet.readUInt32BE(8))
  assert.equal(ssrcs.filter((ssrc) => ssrc === speaker.session.ssrc).length, 51)
  assert.equal(still.counts().dropped['too many packets'], 1_800)
  await still.stop()
})

test('random datagrams are neither forwarded nor answered with more bytes', async () => {
  const [sender, listener] = await Promise.all([join('i'), join('i')])
  const draw = random(5)
  const samples = [OPUS, SILENCE].map((media) => sender.packet(media))
  samples.push(discoveryOf(sender.session.ssrc), Buffer.alloc(8))
  // A change may restore a byte; these packets are replays then.
  for (const sample of samples) sender.send(sample)
  await listener.received(2)
  const before = server.counts().forwarded
  const count = Number(process.env.MEDIA_FUZZ ?? 20_000)
  let sent = 0
  for (let n = 0; n < count; n++) {
    const bytes = Buffer.from(samples[draw(samples.length)] ?? [])
    for (let flips = draw(3); flips >= 0; flips--) bytes.writeUInt8(draw(256), draw(bytes.length))
    const datagram = draw(4) === 0 ? bytes.subarray(0, draw(bytes.length)) : bytes
    sent += datagram.length
    sender.send(datagram)
    if (n % 20 === 0) await new Promise(setImmediate)
  }
  await handled(sender)
  const answered = sender.packets.reduce((sum, packet) => sum + packet.length, 0)
  assert.ok(answered <= sent)
  assert.equal(server.counts().forwarded, before)
  sender.counter = 50_000
  while (listener.packets.length === 2) {
    sender.speak(OPUS)
    await new Promise(setImmediate)
  }
  assert.deepEqual(listener.open(listener.packets[2]), OPUS)
})
