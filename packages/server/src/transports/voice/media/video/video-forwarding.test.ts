/** Forwarding of video with senders and receivers in memory: encryption of packets is another file's. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { MediaFaults } from '../media-faults.ts'
import { Participant } from '../participant.ts'
import { type Feedback, packetsOf, readFeedback } from '../webrtc/feedback.ts'
import type { WebRtcWay } from '../webrtc/webrtc-way.ts'
import { VideoForwarding } from './video-forwarding.ts'

const VP8 = 96
const RTX = 97
const KINDS = { plain: false, encrypted: true }
/** Packets of VP8 whose frame ends in the marker of encrypted ones. */
const KEY = Buffer.from([0x10, 0x00, 9, 0xfa, 0xfa])
const DELTA = Buffer.from([0x10, 0x01, 9, 0xfa, 0xfa])

let now = 0
let dropped: string[] = []
const forwarding = new VideoForwarding({
  now: () => now,
  send: (packet, to) => inboxes.get(to.port)?.push(packet),
  drop: (reason) => dropped.push(reason),
  forwarded: () => undefined,
})
const inboxes = new Map<number, Buffer[]>()
let call = new Set<Participant>()
let ssrc = 1

beforeEach(() => {
  now += 100_000
  dropped = []
  call = new Set()
})

/** Returns a participant in a browser whose packets are not sealed. */
function member(rids: readonly string[] = ['50', '100']): Participant {
  const port = ssrc
  const participant = new Participant({
    ssrc: ssrc++,
    server: { ip: '127.0.0.1', port: 1 },
    call,
    events: {},
    streams: rids.map((rid) => ({ rid, quality: Number(rid), ssrc: ssrc++, rtxSsrc: ssrc++ })),
    faults: new MediaFaults(),
    negotiate: () => assert.fail(),
    leftBrowser: () => undefined,
    videoChanged: () => forwarding.aimAll(call),
    closed: () => undefined,
  })
  inboxes.set(port, [])
  participant.browser = {
    remote: { ip: '127.0.0.1', port },
    isReachable: true,
    repeats: new Map(),
    videoOffer: { codecs: new Map([['VP8', { payloadType: VP8, rtxPayloadType: RTX }]]), ridId: 1, repairedRidId: 2 },
    video: (type: number) => (type === VP8 || type === RTX ? { codec: 'VP8', repeats: type === RTX } : undefined),
    sealVideo: (packet: { ssrc: number; index: number }) => Buffer.from(`${packet.ssrc} ${packet.index}`),
    sealRepeat: (packet: { index: number }, to: { ssrc: number; index: number }) =>
      Buffer.from(`${to.ssrc} ${to.index} repeats ${packet.index}`),
    sealReport: (compound: Buffer) => compound,
  } as unknown as WebRtcWay
  call.add(participant)
  participant.permit({ send: null, receive: null, video: { send: KINDS, receive: KINDS } })
  return participant
}

const inboxOf = ({ browser }: Participant) => inboxes.get(browser?.remote?.port ?? 0)?.splice(0) ?? []
const textsOf = (participant: Participant) => inboxOf(participant).map(String)

/** Sends a packet of a layer, which its first packet names. */
function send(from: Participant, rid: string, sequence: number, payload: Buffer): void {
  const header = Buffer.alloc(20)
  header.writeUInt8(0x90, 0)
  header.writeUInt8(0x80 | VP8, 1)
  header.writeUInt16BE(sequence, 2)
  header.writeUInt32BE(Number(rid) * 1_000, 8)
  header.writeUInt16BE(0xbede, 12)
  header.writeUInt16BE(1, 14)
  header.set([(1 << 4) | (rid.length - 1), ...Buffer.from(rid)], 16)
  if (from.browser) forwarding.receive(from, from.browser, { header, payload })
}

/** Returns what the server asked a sender for. */
function requestsTo(sender: Participant): Feedback[] {
  return inboxOf(sender).flatMap((compound) => packetsOf(compound).flatMap(readFeedback))
}

const wantsAll = { any: 100, bySsrc: new Map() }

test('video reaches those who want it, in the layer that they want, from a key frame on', () => {
  const [alice, bob, carol, dave] = [member(), member(), member(), member()]
  alice.show(['50', '100'])
  const [full, small] = alice.video.streams
  bob.want(wantsAll)
  carol.want({ any: 0, bySsrc: new Map([[full?.ssrc ?? 0, 50]]) })
  for (const rid of ['50', '100']) {
    send(alice, rid, 1, DELTA)
    send(alice, rid, 2, KEY)
    send(alice, rid, 3, DELTA)
  }
  assert.deepEqual(textsOf(bob), [`${full?.ssrc} 2`, `${full?.ssrc} 3`])
  assert.deepEqual(textsOf(carol), [`${small?.ssrc} 2`, `${small?.ssrc} 3`])
  assert.deepEqual(textsOf(dave), [])
  carol.want({ any: 0, bySsrc: new Map() })
  send(alice, '50', 4, DELTA)
  assert.deepEqual(textsOf(carol), [])
})

test('video of a member who still connects begins with the first key frame that reaches the member', () => {
  const [alice, bob] = [member(), member()]
  alice.show(['100'])
  bob.want(wantsAll)
  Object.assign(bob.browser ?? {}, { isReachable: false })
  send(alice, '100', 1, KEY)
  send(alice, '100', 2, DELTA)
  requestsTo(alice)
  Object.assign(bob.browser ?? {}, { isReachable: true })
  now += 1_000
  send(alice, '100', 3, DELTA)
  assert.deepEqual(textsOf(bob), [])
  assert.ok(requestsTo(alice).some(({ kind }) => kind === 'key frame'))
  send(alice, '100', 4, KEY)
  assert.deepEqual(textsOf(bob), [`${alice.video.streams[0]?.ssrc} 4`])
})

test('of 25 cameras one is received large and 24 small, and another one after a press', () => {
  const cameras = Array.from({ length: 25 }, () => member())
  const watcher = member([])
  for (const camera of cameras) camera.show(['50', '100'])
  const layersOf = ({ video }: Participant) => video.streams.map(({ ssrc: stream }) => stream)
  const lookAt = (large: Participant) =>
    watcher.want({
      any: 0,
      bySsrc: new Map(
        cameras.flatMap((camera) => layersOf(camera).map((layer) => [layer, camera === large ? 100 : 50] as const)),
      ),
    })
  const received = (sequence: number) => {
    inboxOf(watcher)
    for (const camera of cameras) for (const rid of ['50', '100']) send(camera, rid, sequence, KEY)
    return textsOf(watcher).map((text) => Number(text.split(' ')[0]))
  }
  const expected = (large: Participant) =>
    cameras.map((camera) => {
      const { streams } = camera.video
      return streams.find(({ quality }) => quality === (camera === large ? 100 : 50))?.ssrc
    })
  const [first, last] = [cameras[0] as Participant, cameras[24] as Participant]
  lookAt(first)
  assert.deepEqual(received(1).toSorted(), expected(first).toSorted())
  lookAt(last)
  // The layer changes with the first key frame of the other one.
  received(2)
  assert.deepEqual(received(3).toSorted(), expected(last).toSorted())
})

test('video of a member without permission, without streams, or without encryption is dropped', () => {
  const [alice, bob, mute] = [member(), member(), member([])]
  bob.want(wantsAll)
  alice.show(['100'])
  mute.show(['100'])
  send(mute, '100', 1, KEY)
  send(alice, '100', 1, Buffer.from([0x10, 0x00, 1, 2, 3]))
  assert.deepEqual(dropped, ['not permitted to send', 'plain frame in an encrypted call'])
  alice.permit({ send: KINDS, receive: KINDS, video: { send: null, receive: KINDS } })
  send(alice, '100', 2, KEY)
  assert.equal(dropped.length, 3)
  assert.deepEqual(textsOf(bob), [])
})

test('a storm of requests for key frames reaches the sender once a second', () => {
  const [alice, bob] = [member(), member()]
  alice.show(['100'])
  bob.want(wantsAll)
  send(alice, '100', 1, KEY)
  requestsTo(alice)
  const stream = alice.video.streams[0]?.ssrc ?? 0
  const request = Buffer.from([0x81, 206, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0])
  request.writeUInt32BE(stream, 8)
  for (let ms = 0; ms < 3_000; ms += 3) {
    now += 3
    forwarding.reports(bob, request)
  }
  const asked = requestsTo(alice).filter(({ kind }) => kind === 'key frame').length
  assert.ok(asked >= 3 && asked <= 4, `asked ${asked} times`)
})

test('lost packets are repeated from the memory, asked of the sender once if they are not in it, and bounded', () => {
  const [alice, bob] = [member(), member()]
  alice.show(['100'])
  bob.want(wantsAll)
  send(alice, '100', 1, KEY)
  send(alice, '100', 3, DELTA)
  const { ssrc: stream, rtxSsrc } = alice.video.streams[0] ?? { ssrc: 0, rtxSsrc: 0 }
  textsOf(bob)
  const asked = { kind: 'lost', ssrc: 100_000, sequences: [2] }
  assert.deepEqual(
    requestsTo(alice).filter(({ kind }) => kind === 'lost'),
    [asked],
    'the server asks at once',
  )
  const lost = (sequences: number[]) => {
    const nack = Buffer.alloc(12 + 4 * sequences.length)
    nack.set([0x81, 205])
    nack.writeUInt16BE(nack.length / 4 - 1, 2)
    nack.writeUInt32BE(stream, 8)
    for (const [at, sequence] of sequences.entries()) nack.writeUInt16BE(sequence, 12 + 4 * at)
    forwarding.reports(bob, nack)
  }
  lost([1, 2])
  lost([2])
  assert.deepEqual(textsOf(bob), [`${rtxSsrc} 1 repeats 1`])
  assert.deepEqual(requestsTo(alice), [])
  now += 50
  lost([2])
  assert.deepEqual(requestsTo(alice), [asked])
  for (let n = 0; n < 100; n++) lost(Array.from({ length: 200 }, () => 1))
  assert.ok(textsOf(bob).length <= 500)
  now += 1_000
  lost([3])
  assert.deepEqual(textsOf(bob), [], 'memory lasts half a second')
})

test('a still picture keeps its full size, although its receiver estimates little more than what it is sent', () => {
  const [alice, bob] = [member(), member()]
  alice.show(['50', '100'])
  bob.want(wantsAll)
  const kilobits = (count: number) =>
    Buffer.from([0x8f, 206, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, ...Buffer.from('REMB'), 0, 10 << 2, 0, count])
  for (let sequence = 1; sequence <= 100; sequence++) {
    now += 100
    for (const rid of ['50', '100']) send(alice, rid, sequence, sequence % 10 === 0 ? KEY : DELTA)
    forwarding.reports(bob, kilobits(40))
  }
  assert.match(textsOf(bob).at(-1) ?? '', new RegExp(`^${alice.video.streams[0]?.ssrc} `))
})

test('a receiver with 1 bit/s gets the small layer, and does not limit what others see', () => {
  const [alice, bob, carol] = [member(), member(), member()]
  alice.show(['50', '100'])
  for (const watcher of [bob, carol]) watcher.want(wantsAll)
  const [full, small] = alice.video.streams
  const remb = (bits: number) =>
    Buffer.from([0x8f, 206, 0, 4, 0, 0, 0, 1, 0, 0, 0, 0, ...Buffer.from('REMB'), 0, 0, 0, bits])
  for (const rid of ['50', '100']) send(alice, rid, 1, KEY)
  now += 6_000
  forwarding.reports(bob, remb(1))
  for (const rid of ['50', '100']) send(alice, rid, 2, KEY)
  textsOf(bob)
  textsOf(carol)
  for (const rid of ['50', '100']) send(alice, rid, 3, DELTA)
  assert.deepEqual(textsOf(bob), [`${small?.ssrc} 3`])
  assert.deepEqual(textsOf(carol), [`${full?.ssrc} 3`])
  now += 2_000
  requestsTo(alice)
  send(alice, '100', 4, DELTA)
  const [limit] = requestsTo(alice).filter(({ kind }) => kind === 'bandwidth')
  assert.ok(limit?.kind === 'bandwidth' && limit.bitsPerSecond > 2_900_000)
})

test('a layer that the browser stops is replaced by the smaller one until it comes again', () => {
  const [alice, bob, carol] = [member(), member(), member()]
  let wanted: number[] = []
  alice.events.videoWanted = (one) => {
    wanted = [...one.values()]
  }
  alice.show(['50', '100'])
  bob.want(wantsAll)
  carol.want({ any: 50, bySsrc: new Map() })
  const [full, small] = alice.video.streams
  let sequence = 0
  const sendFor = (ms: number, rids: readonly string[]) => {
    for (const until = now + ms; now < until; now += 100) {
      sequence += 1
      for (const rid of rids) send(alice, rid, sequence, sequence % 10 === 0 ? KEY : DELTA)
    }
    const ssrcs = textsOf(bob).map((text) => Number(text.split(' ')[0]))
    return new Set(ssrcs.slice(-5))
  }
  assert.deepEqual(sendFor(4_000, ['50', '100']), new Set([full?.ssrc]))
  assert.deepEqual(sendFor(4_000, ['50']), new Set([small?.ssrc]))
  carol.want({ any: 0, bySsrc: new Map() })
  assert.deepEqual(wanted, [100, 50], 'the larger layer may come again')
  assert.deepEqual(sendFor(4_000, ['50', '100']), new Set([full?.ssrc]))
  assert.deepEqual(wanted, [100, 0])
})
