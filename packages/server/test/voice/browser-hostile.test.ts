/** Attacks on the endpoint for browsers of a running platform, over UDP, while the call of others goes on. */
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { instant, VoiceCloseCode, VoiceOp } from '@guildhall/protocol'
import type { VoiceClient } from '@guildhall/testing'
import { makeCertificate } from '../../src/transports/voice/media/webrtc/certificate.ts'
import { random } from '../support/davey-call.ts'
import { discoveryOf } from '../support/media-client.ts'
import { PageInCall } from '../support/page-in-call.ts'
import { until } from '../support/until.ts'
import { frames, startVoiceLab, type VoiceLab } from '../support/voice-lab.ts'
import { bindingRequest, handshakeRecord, helloOfBrowser, NO_OPENSSL, WebRtcClient } from '../support/webrtc-client.ts'

const FUZZED = Number(process.env.VOICE_FUZZ_DATAGRAMS ?? 100_000)
const OPUS = Buffer.from('fc0102030405060708090a0b0c0d0e0f', 'hex')
const FRAME_MS = 20
const HEAP_BYTES_MAX = 30 * 2 ** 20
/** Packets that the server takes in one turn of the event loop, which the attackers share with it. */
const PACKETS_PER_TURN = 20

describe('attacks on calls of browsers', { skip: NO_OPENSSL }, () => {
  let lab: VoiceLab
  let [ann, bob] = [] as unknown as [VoiceClient, VoiceClient]
  let speech: NodeJS.Timeout
  let spoken = 0
  const pages: PageInCall[] = []
  const strangers: WebRtcClient[] = []

  before(async () => {
    // Before March 2026 calls may be plain, so that no test needs an encryption group.
    lab = await startVoiceLab({ date: instant('2026-02-01T12:00:00Z') })
    ann = (await lab.join('ann', 'lounge', { dave: false })).voice
    bob = (await lab.join('bob', 'lounge', { dave: false })).voice
    ann.speaking()
    const [frame = OPUS] = frames(1)
    speech = setInterval(() => {
      ann.sendFrame(frame)
      spoken += 1
    }, FRAME_MS)
  })

  after(async () => {
    clearInterval(speech)
    for (const page of pages) page.close()
    for (const stranger of strangers) stranger.close()
    await lab[Symbol.asyncDispose]()
  })

  /** Asserts that the call of the others has lost nothing so far. */
  async function othersHeardAll(): Promise<void> {
    const count = spoken
    await bob.until(() => bob.heard.length >= count, 'frames of the others')
    assert.deepEqual(
      bob.heard.slice(0, count).map(({ sequence }) => sequence),
      Array.from({ length: count }, (_, n) => (n + 1) & 0xffff),
    )
  }

  async function joined(name: string, profile?: Parameters<WebRtcClient['handshake']>[0]): Promise<PageInCall> {
    const page = await PageInCall.join(lab, name, 'other', profile)
    pages.push(page)
    return page
  }

  async function stranger(): Promise<WebRtcClient> {
    const client = await WebRtcClient.open()
    const { port } = voicePort()
    client.aim({ ip: '127.0.0.1', port })
    strangers.push(client)
    return client
  }

  const voicePort = () => ({ port: Number(lab.platform.voice.udp.split(':')[1]) })

  /** Waits until the server has handled what was sent so far: it answers in order. */
  async function handled(page: PageInCall): Promise<void> {
    await page.rtc.check(page.answer)
  }

  test('checks without the password, and media from addresses that no check has named, are not answered', async () => {
    const page = await joined('eve')
    const other = await stranger()
    for (const side of [
      { ufrag: page.answer.ufrag, password: 'q'.repeat(24) },
      { ufrag: 'nobody00', password: page.answer.password },
      { ufrag: '', password: page.answer.password },
    ])
      other.send(bindingRequest(side))
    other.send(handshakeRecord(Buffer.alloc(120)))
    other.send(page.rtc.packet(OPUS))
    other.send(page.rtc.report(Buffer.from('80c9000100000000', 'hex')))
    await handled(page)
    assert.equal(other.packets.length, 0)
    await othersHeardAll()
  })

  test('a ClientHello of 64 KiB in fragments keeps nothing, and the handshake after it succeeds', async () => {
    const page = await PageInCall.open(lab, 'eve', 'other')
    pages.push(page)
    await page.negotiate()
    await page.rtc.check(page.answer)
    const before = page.rtc.packets.length
    const hello = Buffer.alloc(65_535, 1)
    for (let offset = 0; offset < hello.length; offset += 1_000)
      page.rtc.send(handshakeRecord(hello.subarray(offset, offset + 1_000), { length: hello.length, offset }))
    // A message out of the middle, and one whose lengths lie.
    page.rtc.send(handshakeRecord(Buffer.alloc(10), { number: 3, type: 16 }))
    page.rtc.send(handshakeRecord(Buffer.alloc(10), { length: 5 }))
    await handled(page)
    assert.equal(page.rtc.packets.length, before + 1, 'only the check is answered')
    // 66 datagrams are within the limit of packets that are no media.
    assert.equal(await page.rtc.handshake(), true)
    await othersHeardAll()
  })

  test('a certificate of another key gets no keys, and a later offer with the right one does', async () => {
    const page = await PageInCall.open(lab, 'eve', 'other')
    pages.push(page)
    await page.negotiate(page.rtc.fragment.replace(/sha-256 ..:../, 'sha-256 00:00'))
    await page.rtc.check(page.answer)
    assert.equal(await page.rtc.handshake(), false)
    await page.negotiate()
    await page.rtc.check(page.answer)
    assert.equal(await page.rtc.handshake(), true)
    await othersHeardAll()
  })

  test('a handshake that is never ended is repeated a few times only', async () => {
    const page = await PageInCall.open(lab, 'eve', 'other')
    pages.push(page)
    await page.negotiate()
    await page.rtc.check(page.answer)
    page.rtc.send(helloOfBrowser())
    const flights = () => page.rtc.packets.filter((packet) => packet[0] === 22)
    await until('the flight is repeated', async () => flights().length >= 5)
    const [first, ...more] = flights()
    // Repeated messages are the same, in records with other numbers.
    for (const flight of more) assert.deepEqual(flight.subarray(13, 60), first?.subarray(13, 60))
    page.rtc.certificate = makeCertificate(Date.now())
    await page.negotiate()
    await page.rtc.check(page.answer)
    assert.equal(await page.rtc.handshake(), true, 'op 1 with another certificate begins anew')
    await othersHeardAll()
  })

  test('packets that are repeated or share a number are forwarded once, to bots and to pages', async () => {
    const [page, listener] = [await joined('eve'), await joined('one', 'SRTP_AES128_CM_SHA1_80')]
    const bot = (await lab.join('two', 'other', { dave: false })).voice
    const packet = page.rtc.packet(OPUS, { sequence: 100 })
    const [altered, other] = [Buffer.from(packet), page.rtc.packet(Buffer.alloc(20, 7), { sequence: 100 })]
    altered.writeUInt8(altered.readUInt8(20) ^ 1, 20)
    for (const one of [altered, packet, packet, other, packet]) page.rtc.send(one)
    page.rtc.speak(OPUS, { sequence: 101 })
    await bot.until(() => bot.heard.some(({ sequence }) => sequence === 101), 'the last packet')
    await handled(listener)
    for (const heard of [listener.rtc.heard, bot.heard])
      assert.deepEqual(
        heard.map(({ sequence, ssrc }) => [sequence, ssrc]),
        [100, 101].map((sequence) => [sequence, page.ssrc]),
      )
    assert.ok(listener.rtc.heard.every(({ media }) => media.equals(OPUS)))
    await bot.leave()
    await othersHeardAll()
  })

  test('others always receive the own SSRC of a page, whose reports and op 5 speak for nobody else', async () => {
    const [page, victim, listener] = [await joined('eve'), await joined('one'), await joined('two')]
    page.rtc.speak(OPUS, { ssrc: victim.ssrc, sequence: 7 })
    const report = Buffer.alloc(28, 1)
    report.set(Buffer.from('80c80006', 'hex'))
    report.writeUInt32BE(victim.ssrc, 4)
    page.rtc.send(page.rtc.report(report))
    await until('both arrive', async () => listener.rtc.heard.length === 1 && listener.rtc.reports.length === 1)
    assert.equal(listener.rtc.heard[0]?.ssrc, page.ssrc)
    assert.equal(listener.rtc.reports[0]?.readUInt32BE(4), page.ssrc)
    page.wire.send(VoiceOp.SPEAKING, { speaking: 1, delay: 0, ssrc: victim.ssrc })
    assert.equal((await page.wire.closed).code, VoiceCloseCode.BAD_REQUEST)
    await othersHeardAll()
  })

  test('an op 1 of 1 MiB closes the socket, one of 220 KiB is refused, and so are many in a row', async () => {
    for (const [bytes, code] of [
      [2 ** 20, 1_009],
      [220_000, VoiceCloseCode.BAD_REQUEST],
    ] as const) {
      const page = await PageInCall.open(lab, 'eve', 'other')
      pages.push(page)
      page.select(`${page.rtc.fragment}\na=${'x'.repeat(bytes)}`)
      assert.equal((await page.wire.closed).code, code)
    }
    const page = await PageInCall.open(lab, 'eve', 'other')
    pages.push(page)
    const before = heap()
    for (let n = 0; n < 10_000; n++) {
      page.select(page.rtc.fragment)
      if (n % PACKETS_PER_TURN === 0) await nextTurn()
    }
    assert.equal((await page.wire.closed).code, VoiceCloseCode.RATE_LIMITED)
    assert.ok(heap() - before < HEAP_BYTES_MAX)
    await othersHeardAll()
  })

  test(`${FUZZED} fuzzed datagrams stop nothing, keep no memory, and are not answered with more bytes`, async () => {
    const [page, listener] = [await joined('eve'), await joined('one')]
    const outsider = await stranger()
    const draw = random(28)
    const samples = [
      bindingRequest(page.answer),
      helloOfBrowser(),
      handshakeRecord(Buffer.alloc(300, 3), { length: 900, offset: 300, number: 1, type: 11 }),
      page.rtc.packet(OPUS, { sequence: 500 }),
      page.rtc.report(Buffer.from('80c80006000000000000000000000000000000000000000000000000', 'hex')),
      discoveryOf(ann.ssrc),
    ]
    let before = 0
    const sent = [page.rtc, outsider].map(({ bytes }) => ({ ...bytes }))
    for (let n = 0; n < FUZZED; n++) {
      if (n === Math.floor(FUZZED / 4)) before = heap()
      const bytes = Buffer.from(samples[draw(samples.length)] ?? [])
      for (let flips = draw(3); flips >= 0; flips--) bytes.writeUInt8(draw(256), draw(bytes.length))
      const datagram = draw(4) === 0 ? bytes.subarray(0, draw(bytes.length)) : bytes
      if (draw(3) === 0) page.rtc.send(datagram)
      else outsider.send(datagram)
      if (n % PACKETS_PER_TURN === 0) await nextTurn()
      page.rtc.packets.length = 0
    }
    const grown = heap() - before
    assert.ok(grown < HEAP_BYTES_MAX, `the heap grew by ${Math.round(grown / 2 ** 20)} MiB`)
    for (const [index, { bytes }] of [page.rtc, outsider].entries()) {
      const [out, back] = [bytes.sent - (sent[index]?.sent ?? 0), bytes.received - (sent[index]?.received ?? 0)]
      assert.ok(back <= 2 * out, `${back} bytes came back for ${out}`)
    }
    await othersHeardAll()
    // The listener of the same call goes on as well.
    const heard = listener.rtc.heard.length
    await until('the page is heard again', async () => {
      // On a busy machine the attack lasts longer than the consent of the listener, and the socket loses packets.
      listener.rtc.send(bindingRequest(listener.answer))
      // A sample that was not altered may have led the page's media elsewhere, until its next check.
      page.rtc.send(bindingRequest(page.answer))
      page.rtc.speak(OPUS)
      return listener.rtc.heard.length > heard
    })
  })
})

function heap(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
