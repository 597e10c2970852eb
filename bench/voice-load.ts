/** Sends media packets at a rate and receives what is forwarded. */
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import type { TransportMode } from '../packages/server/src/transports/voice/media/media-server.ts'
import { TransportCipher } from '../packages/server/src/transports/voice/media/transport-cipher.ts'
import { bindingRequest, type SrtpProfileName, WebRtcClient } from '../packages/server/test/support/webrtc-client.ts'
import { answerCommands } from './answer-commands.ts'
import { monotonicMicros, quantile } from './measure.ts'
import type { VoiceClient, VoiceOpened } from './voice-server.ts'

const HOST = '127.0.0.1'
const RTP_VERSION_2 = 0x80
const OPUS = 0x78
/** Opus of 20 ms at 64 kbit/s, and the trailer of an encrypted frame. */
const FRAME = Buffer.concat([Buffer.alloc(160, 1), Buffer.from('0102030405060708010cfafa', 'hex')])
const SILENCE = Buffer.from('f8fffe', 'hex')
const TICK_MS = 1
const LATE_MS = 1_000
const CHECK_MS = 5_000
const RTP_HEADER_BYTES = 12
const SOCKET_BUFFER_BYTES = 4 * 1024 * 1024

export interface VoiceSent {
  sent: number
  received: number
  /** Delay from sending to receiving, in µs. */
  p50: number
  p99: number
}

export interface SendArgs {
  perSecond: number
  durationMs: number
  receivers: number
  /** Whether the senders in the call of the browsers send. */
  toBrowsers?: boolean
}

let sockets: Socket[] = []
let browsers: WebRtcClient[] = []
let checks: NodeJS.Timeout | undefined
let browserClients: typeof clients = []
let clients: { socket: Socket; ssrc: number; cipher: TransportCipher }[] = []
let port = 0
/** When each packet was sent, by its RTP timestamp. */
let sentAt = new Float64Array(0)
let delays = new Float64Array(0)
let received = 0

function onMessage(packet: Buffer): void {
  if (packet.length < RTP_HEADER_BYTES) return
  const at = sentAt[packet.readUInt32BE(4)]
  if (!at) return
  if (received < delays.length) delays[received] = monotonicMicros() - at
  received += 1
}

/** Number of the last packet. Senders never begin anew: the server would hold the first packets back. */
let sequence = 0

function packet({ ssrc, cipher }: { ssrc: number; cipher: TransportCipher }, media: Buffer, number: number): Buffer {
  sequence += 1
  const header = Buffer.alloc(12)
  header.writeUInt8(RTP_VERSION_2, 0)
  header.writeUInt8(OPUS, 1)
  header.writeUInt16BE(sequence & 0xffff, 2)
  header.writeUInt32BE(number, 4)
  header.writeUInt32BE(ssrc, 8)
  return cipher.seal(header, media) ?? header
}

answerCommands({
  async open({ count }: { count: number }): Promise<number[]> {
    sockets = Array.from({ length: count }, () => {
      const socket = createSocket({
        type: 'udp4',
        recvBufferSize: SOCKET_BUFFER_BYTES,
        lookup: (address, _options, done) => done(null, address, 4),
      })
      return socket.on('message', onMessage)
    })
    const bound = sockets.map((socket) => {
      const listening = once(socket, 'listening')
      socket.bind(0, HOST)
      return listening
    })
    await Promise.all(bound)
    return sockets.map((socket) => socket.address().port)
  },

  /** Opens browsers, and returns their offers. */
  async browsers({ count }: { count: number }): Promise<string[]> {
    clearInterval(checks)
    for (const browser of browsers) browser.close()
    browsers = await Promise.all(Array.from({ length: count }, () => WebRtcClient.open()))
    return browsers.map(({ fragment }) => fragment)
  },

  /** Connects the browsers, one after the other. */
  async shake({ opened, profile }: { opened: VoiceOpened; profile: SrtpProfileName }): Promise<void> {
    for (const [index, browser] of browsers.entries()) {
      const side = opened.browsers[index]
      if (!side) throw new Error('more browsers than answers')
      browser.aim({ ip: HOST, port: opened.port })
      await browser.check(side)
      if (!(await browser.handshake(profile))) throw new Error('a handshake failed')
      browser.listen(onMessage)
    }
    // The server ends the media of a browser that is silent for 30 s.
    const check = () => {
      for (const [index, browser] of browsers.entries()) {
        const side = opened.browsers[index]
        if (side) browser.send(bindingRequest(side))
      }
    }
    checks = setInterval(check, CHECK_MS)
  },

  /** Takes the keys, and shows the server the address of each client. */
  async connect({ opened, mode }: { opened: VoiceOpened; mode: TransportMode }): Promise<void> {
    port = opened.port
    const connect = ({ ssrc, key }: VoiceClient, index: number) => {
      const [socket] = sockets.slice(index)
      if (!socket) throw new Error('more clients than sockets')
      const client = { socket, ssrc, cipher: new TransportCipher(mode, Buffer.from(key, 'hex')) }
      socket.send(packet(client, SILENCE, 0), port, HOST)
      return client
    }
    const { senders, receivers } = opened
    clients = senders.map(connect)
    for (const [index, client] of receivers.entries()) connect(client, senders.length + index)
    const others = senders.length + receivers.length
    browserClients = opened.browserSenders.map((client, index) => connect(client, others + index))
  },

  /** Sends at a rate in all, one sender after the other, and waits for the packets. */
  async send(args: SendArgs): Promise<VoiceSent> {
    const { perSecond, durationMs, receivers, toBrowsers = false } = args
    const senders = toBrowsers ? browserClients : clients
    const total = Math.floor((perSecond * durationMs) / 1_000)
    sentAt = new Float64Array(total + 1)
    delays = new Float64Array(total * receivers)
    received = 0
    const start = monotonicMicros()
    let sent = 0
    const done = Promise.withResolvers<void>()
    const timer = setInterval(() => {
      const now = monotonicMicros()
      const due = Math.min(total, Math.floor(((now - start) * perSecond) / 1e6))
      while (sent < due) {
        const client = senders[sent % senders.length]
        sent += 1
        if (!client) continue
        const bytes = packet(client, FRAME, sent)
        sentAt[sent] = monotonicMicros()
        client.socket.send(bytes, port, HOST)
      }
      const complete = sent === total && received >= total * receivers
      if (complete || now - start > (durationMs + LATE_MS) * 1_000) done.resolve()
    }, TICK_MS)
    await done.promise
    clearInterval(timer)
    const measured = delays.subarray(0, Math.min(received, delays.length))
    return { sent, received, p50: quantile(measured, 0.5), p99: quantile(measured, 0.99) }
  },

  close(): void {
    clearInterval(checks)
    for (const browser of browsers) browser.close()
    for (const socket of sockets) socket.close()
  },
})
