/** Ways of browsers to the media server: TCP on the port of HTTP, IPv6, and servers of the operator. */
import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { instant } from '@guildhall/protocol'
import { PageInCall } from '../support/page-in-call.ts'
import { startPlatform } from '../support/platform.ts'
import { until } from '../support/until.ts'
import { startVoiceLab, type VoiceLab } from '../support/voice-lab.ts'
import { NO_OPENSSL } from '../support/webrtc-client.ts'

const OPUS = Buffer.from('fc0102030405060708090a0b0c0d0e0f', 'hex')
const SECRET = 'secret of the TURN server'
const FIXED = { urls: ['turn:turn.example:3478'], username: 'lab', credential: 'fixed' }

describe('ways of browsers', { skip: NO_OPENSSL }, () => {
  let lab: VoiceLab
  let folder: string
  const pages: PageInCall[] = []

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guildhall-test-'))
    const voiceIceServers = join(folder, 'ice.json')
    await writeFile(voiceIceServers, JSON.stringify([FIXED, { urls: 'turns:turn.example:5349', secret: SECRET }]))
    // Before March 2026 calls may be plain.
    lab = await startVoiceLab({
      date: instant('2026-02-01T12:00:00Z'),
      voiceIceServers,
      voiceUdp: { host: '::1', port: 0 },
    })
  })

  after(async () => {
    for (const page of pages) page.close()
    await lab[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })

  async function opened(name: string, ip?: string): Promise<PageInCall> {
    const page = await PageInCall.open(lab, name, 'other', ip)
    pages.push(page)
    await page.negotiate()
    return page
  }

  test('an answer names IPv4, IPv6 and TCP on the port of HTTP, in this order', async () => {
    const { answer, ready, tcpPort } = await opened('eve')
    assert.deepEqual(
      answer.candidates.map((line) => line.split(' ').slice(2)).map(([way, , ...rest]) => [way, ...rest].join(' ')),
      [
        `UDP 127.0.0.1 ${ready.port} typ host`,
        `UDP ::1 ${ready.port} typ host`,
        `TCP 127.0.0.1 ${tcpPort} typ host tcptype passive`,
      ],
    )
  })

  test('pages by TCP, by IPv6 and by UDP hear each other, and HTTP goes on at the same port', async () => {
    const [byTcp, byIpv6, byUdp] = [await opened('eve'), await opened('one', '::1'), await opened('two')]
    byIpv6.rtc.aim({ ip: '::1', port: byIpv6.ready.port })
    await byTcp.rtc.connect({ ip: '127.0.0.1', port: byTcp.tcpPort })
    for (const page of [byTcp, byIpv6, byUdp]) {
      await page.rtc.check(page.answer)
      assert.equal(await page.rtc.handshake(), true)
    }
    for (const [speaker, ...others] of [
      [byTcp, byIpv6, byUdp],
      [byIpv6, byTcp, byUdp],
    ] as const) {
      speaker.rtc.speak(OPUS)
      for (const { rtc } of others)
        await until('the packet is heard', async () => rtc.heard.some(({ ssrc }) => ssrc === speaker.ssrc))
    }
    assert.equal((await fetch(`${lab.platform.api}/v10/gateway`)).status, 200)
  })

  test('a page whose connection breaks is heard again by UDP', async () => {
    const [page, listener] = [await opened('eve'), await opened('one')]
    const connection = await page.rtc.connect({ ip: '127.0.0.1', port: page.tcpPort })
    for (const { rtc, answer } of [page, listener]) {
      await rtc.check(answer)
      assert.equal(await rtc.handshake(), true)
    }
    connection.destroy()
    page.rtc.disconnect()
    await page.rtc.check(page.answer)
    page.rtc.speak(OPUS)
    await until('the page is heard', async () => listener.rtc.heard.length > 0)
    listener.rtc.speak(OPUS)
    await until('the page hears', async () => page.rtc.heard.length > 0)
  })

  test('connections without a signed check, with long packets or with packets of bots are closed or get no answer', async () => {
    const closing = async (bytes: Buffer) => {
      const socket = connect(Number(new URL(lab.platform.listen).port), '127.0.0.1')
      socket.write(bytes)
      socket.resume()
      await once(socket, 'close')
      assert.equal(socket.bytesRead, 0)
    }
    await closing(Buffer.from([0x01, 0x00, ...new Uint8Array(256), 0xff, 0xff]))
    const discovery = Buffer.alloc(76)
    discovery.set([0, 74, 0, 1, 0, 70])
    await closing(Buffer.concat(Array.from({ length: 20 }, () => discovery)))
  })

  test('op 2 has the servers of the operator, with credentials that last an hour', async () => {
    const { ready, userId } = await opened('eve')
    const [fixed, made] = ready.ice_servers
    assert.deepEqual(fixed, FIXED)
    assert.equal(made?.urls, 'turns:turn.example:5349')
    const [until = '', user] = made?.username?.split(':') ?? []
    assert.equal(user, userId)
    const left = Number(until) - Date.now() / 1_000
    assert.ok(left > 3_500 && left <= 3_600, `${left} s`)
    assert.equal(
      made?.credential,
      createHmac('sha1', SECRET)
        .update(made?.username ?? '')
        .digest('base64'),
    )
    assert.ok(!JSON.stringify(ready).includes(SECRET))
  })

  test('a faulty file of servers is named without its credentials', async () => {
    const file = join(folder, 'faulty.json')
    for (const [entries, message] of [
      [[{ urls: 'turn:turn.example' }], /server 1: a TURN server needs a secret/],
      [[FIXED, { urls: 'http://turn.example' }], /server 2: urls must be/],
      [[{ ...FIXED, secret: SECRET }], /from which username and credential are made/],
      [[{ ...FIXED, password: 'x' }], /"password" is unknown/],
      [{}, /a list/],
    ] as const) {
      await writeFile(file, JSON.stringify(entries))
      await assert.rejects(startPlatform({ voiceIceServers: file }), (error: Error) => {
        assert.match(error.message, message)
        assert.ok(!error.message.includes(SECRET) && !error.message.includes(FIXED.credential))
        return true
      })
    }
  })

  test('without --voice-tcp no answer names TCP, and the port answers such a connection as HTTP', async () => {
    await using other = await startVoiceLab({ date: instant('2026-02-01T12:00:00Z'), voiceTcp: 'off' })
    const page = await PageInCall.open(other, 'eve', 'other')
    await page.negotiate()
    assert.ok(page.answer.candidates.every((line) => line.includes(' UDP ')))
    const socket = connect(Number(new URL(other.platform.listen).port), '127.0.0.1')
    socket.write(Buffer.from([0, 20, 0, 1]))
    const [response] = (await once(socket, 'data')) as [Buffer]
    assert.match(response.toString(), /^HTTP\/1.1 400 /)
    socket.destroy()
    page.close()
  })
})
