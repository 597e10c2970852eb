/** Browsers at the media server: only signed checks make an address known, and nobody takes the address of another. */
import assert from 'node:assert/strict'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import type { MediaServer } from '../../src/transports/voice/media/media-server.ts'
import { openUdpMediaServer } from '../../src/transports/voice/media/udp-media-server.ts'
import { readOffer } from '../../src/transports/voice/media/webrtc/sdp.ts'
import { discoveryOf, MediaClient } from '../support/media-client.ts'
import { until } from '../support/until.ts'
import { bindingRequest, helloOfBrowser, NO_OPENSSL, WebRtcClient } from '../support/webrtc-client.ts'

const OFFER = { ufrag: 'abcd', password: 'p'.repeat(22), fingerprint: Buffer.alloc(32, 1), opus: 111 }

let server: MediaServer
let socket: Socket
before(async () => {
  server = await openUdpMediaServer({ host: '127.0.0.1', port: 0, announce: null })
  socket = createSocket('udp4').bind(0, '127.0.0.1')
  await once(socket, 'listening')
})
after(async () => {
  socket.close()
  await server.stop()
})

/** Sends a packet, and returns by how much the counters of dropped packets rose, or that there was a response. */
async function sent(packet: Buffer): Promise<Record<string, number> | 'answered'> {
  const before = server.counts().dropped
  const answered = once(socket, 'message').then(() => 'answered' as const)
  socket.send(packet, server.server.port, server.server.ip)
  for (;;) {
    const rose = Object.entries(server.counts().dropped).flatMap(([reason, count]) =>
      count === before[reason] ? [] : [[reason, count - (before[reason] ?? 0)]],
    )
    if (rose.length > 0) return Object.fromEntries(rose)
    const outcome = await Promise.race([answered, new Promise((resolve) => setImmediate(resolve, null))])
    if (outcome === 'answered') return outcome
  }
}

test('a check is answered only with the password of its user name', async () => {
  const session = server.open('a')
  const { ufrag, password } = session.negotiate(OFFER)
  assert.deepEqual(await sent(bindingRequest({ ufrag, password: 'q'.repeat(24) })), { 'STUN without the password': 1 })
  assert.deepEqual(await sent(bindingRequest({ ufrag: 'nobody00', password })), { 'unknown address': 1 })
  assert.equal(await sent(bindingRequest({ ufrag, password })), 'answered')
  session.close()
  assert.deepEqual(await sent(bindingRequest({ ufrag, password })), { 'unknown address': 1 })
})

test('nobody takes the address at which another has media, as a sender of false source addresses would', async () => {
  const [victim, attacker] = [server.open('b'), server.open('b')]
  const own = victim.negotiate(OFFER)
  assert.equal(await sent(bindingRequest(own)), 'answered')
  const other = attacker.negotiate(OFFER)
  assert.deepEqual(await sent(bindingRequest(other)), { 'unknown address': 1 })
  victim.close()
  assert.equal(await sent(bindingRequest(other)), 'answered')
  attacker.close()
})

test('a browser has its address back by its next check, if another member was given it meanwhile', async () => {
  const [page, bot] = [server.open('b'), server.open('b')]
  const own = page.negotiate(OFFER)
  assert.equal(await sent(bindingRequest(own)), 'answered')
  const [elsewhere, ofBot] = [createSocket('udp4'), createSocket('udp4')]
  const { port } = server.server
  ofBot.send(discoveryOf(bot.ssrc), port, '127.0.0.1')
  await once(ofBot, 'message')
  bot.select('aead_aes256_gcm_rtpsize', { ip: '127.0.0.1', port: ofBot.address().port })
  elsewhere.send(bindingRequest(own), port, '127.0.0.1')
  await once(elsewhere, 'message')
  assert.equal(await sent(discoveryOf(bot.ssrc)), 'answered')
  assert.deepEqual(await sent(helloOfBrowser()), { 'unknown address': 1 })
  assert.equal(await sent(bindingRequest(own)), 'answered')
  assert.equal(await sent(helloOfBrowser()), 'answered')
  for (const one of [elsewhere, ofBot]) one.close()
  for (const one of [page, bot]) one.close()
})

test('a session that goes on by UDP leaves nothing of its browser behind', async () => {
  const session = server.open('c')
  const { ufrag, password } = session.negotiate(OFFER)
  session.select('aead_aes256_gcm_rtpsize', server.server)
  assert.deepEqual(await sent(bindingRequest({ ufrag, password })), { 'unknown address': 1 })
  const again = session.negotiate(OFFER)
  assert.equal(await sent(bindingRequest(again)), 'answered')
  session.close()
})

/** Opens a session, and a client that has negotiated and sent a check. */
async function negotiated(call: string) {
  const client = await WebRtcClient.open()
  client.aim(server.server)
  const session = server.open(call)
  const offer = readOffer(client.fragment)
  assert.ok(offer)
  await client.check(session.negotiate(offer))
  const close = () => {
    session.close()
    client.close()
  }
  return { client, session, close }
}

test('64 handshakes of one address are under way at once, and another begins when one is over', async () => {
  const all = await Promise.all(Array.from({ length: 65 }, () => negotiated('d')))
  const dropped = () => server.counts().dropped['too many handshakes'] ?? 0
  for (const { client } of all) client.send(helloOfBrowser())
  await until('one is refused', async () => dropped() === 1)
  const refused = all.filter(({ client }) => client.packets.every((packet) => packet[0] !== 22))
  assert.equal(refused.length, 1)
  const done = all.find((one) => one !== refused[0])
  done?.close()
  await until('the refused one goes on', async () => {
    refused[0]?.client.send(helloOfBrowser())
    return refused[0]?.client.packets.some((packet) => packet[0] === 22) === true
  })
  for (const one of all) if (one !== done) one.close()
})

test('a page never receives two packets under one number, whatever numbers a bot sends', {
  skip: NO_OPENSSL,
}, async () => {
  const { client, session, close } = await negotiated('e')
  assert.equal(await client.handshake(), true)
  const kinds = { plain: true, encrypted: false }
  session.permit({ send: kinds, receive: kinds })
  const bot = await MediaClient.join(server, 'e')
  for (let n = 0; n < 200; n++) {
    bot.sequence = [n, 500, 500, n, 65_000][n % 5] ?? 0
    bot.speak(Buffer.alloc(20, n))
    if (n % 20 === 0) await new Promise(setImmediate)
  }
  const before = server.counts().dropped['sent before'] ?? 0
  assert.ok(before > 0)
  bot.sequence = 501
  for (let n = 0; n < 10; n++) bot.speak(Buffer.alloc(20, n))
  await until('the last ones arrive', async () => client.heard.length > 20)
  const numbers = client.heard.map(({ sequence }) => sequence)
  assert.equal(new Set(numbers).size, numbers.length)
  bot.session.close()
  bot.close()
  close()
})
