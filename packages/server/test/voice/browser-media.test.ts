/** Browsers at the media server: only signed checks make an address known, and nobody takes the address of another. */
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import type { MediaServer } from '../../src/transports/voice/media/media-server.ts'
import { openUdpMediaServer } from '../../src/transports/voice/media/udp-media-server.ts'

const COOKIE = 0x2112_a442
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

/** Returns a binding request that chooses its address, signed with a password. */
function bindingRequest(ufrag: string, password: string): Buffer {
  const user = Buffer.from(`${ufrag}:abcd`)
  const padded = Buffer.concat([user, Buffer.alloc((4 - (user.length % 4)) % 4)])
  const attributes = Buffer.concat([Buffer.of(0, 6, 0, user.length), padded, Buffer.of(0, 0x25, 0, 0)])
  const header = Buffer.alloc(20)
  header.writeUInt16BE(1, 0)
  header.writeUInt16BE(attributes.length + 24, 2)
  header.writeUInt32BE(COOKIE, 4)
  header.set(randomBytes(12), 8)
  const signed = Buffer.concat([header, attributes])
  const signature = createHmac('sha1', password).update(signed).digest()
  return Buffer.concat([signed, Buffer.of(0, 8, 0, 20), signature])
}

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
  assert.deepEqual(await sent(bindingRequest(ufrag, 'q'.repeat(24))), { 'STUN without the password': 1 })
  assert.deepEqual(await sent(bindingRequest('nobody00', password)), { 'unknown address': 1 })
  assert.equal(await sent(bindingRequest(ufrag, password)), 'answered')
  session.close()
  assert.deepEqual(await sent(bindingRequest(ufrag, password)), { 'unknown address': 1 })
})

test('nobody takes the address at which another has media, as a sender of false source addresses would', async () => {
  const [victim, attacker] = [server.open('b'), server.open('b')]
  const own = victim.negotiate(OFFER)
  assert.equal(await sent(bindingRequest(own.ufrag, own.password)), 'answered')
  const other = attacker.negotiate(OFFER)
  assert.deepEqual(await sent(bindingRequest(other.ufrag, other.password)), { 'unknown address': 1 })
  victim.close()
  assert.equal(await sent(bindingRequest(other.ufrag, other.password)), 'answered')
  attacker.close()
})

test('a session that goes on by UDP leaves nothing of its browser behind', async () => {
  const session = server.open('c')
  const { ufrag, password } = session.negotiate(OFFER)
  session.select('aead_aes256_gcm_rtpsize', server.server)
  assert.deepEqual(await sent(bindingRequest(ufrag, password)), { 'unknown address': 1 })
  const again = session.negotiate(OFFER)
  assert.equal(await sent(bindingRequest(again.ufrag, again.password)), 'answered')
  session.close()
})
