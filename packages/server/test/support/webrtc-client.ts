/** A client that speaks WebRTC as a page does, on one UDP socket: ICE checks, DTLS by OpenSSL, SRTP. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, createHmac, randomBytes, X509Certificate } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket as TcpSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Certificate, makeCertificate } from '../../src/transports/voice/media/webrtc/certificate.ts'
import { SRTP_PROFILES } from '../../src/transports/voice/media/webrtc/dtls/srtp-profiles.ts'
import { SrtpInbound, SrtpOutbound } from '../../src/transports/voice/media/webrtc/srtp.ts'
import { until } from './until.ts'

/** Reason for which tests with a handshake cannot run. */
export const NO_OPENSSL = spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed'

const COOKIE = 0x2112_a442
const OPUS = 111
const CHANGE_CIPHER_SPEC = 20
const VERSION_2 = 0x80
const PROFILES = { SRTP_AEAD_AES_128_GCM: 7, SRTP_AES128_CM_SHA1_80: 1 } as const

/** Profile by the name of OpenSSL. */
export type SrtpProfileName = keyof typeof PROFILES

/** ICE credentials of a server, as its answer has them. */
export interface IceSide {
  ufrag: string
  password: string
}

/** A place where a server takes packets. */
interface Target {
  ip: string
  port: number
}

/** Fields of a packet that a test sets. */
export interface RtpFields {
  ssrc?: number
  sequence?: number
  payloadType?: number
}

/** Returns a binding request that chooses its address, signed with a password. */
export function bindingRequest({ ufrag, password }: IceSide): Buffer {
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

/** Returns a handshake record with one fragment of a message. */
export function handshakeRecord(body: Buffer, { length = body.length, offset = 0, type = 1, number = 0 } = {}): Buffer {
  const record = Buffer.alloc(25 + body.length)
  record.set([22, 0xfe, 0xfd])
  record.writeUInt16BE(12 + body.length, 11)
  record.writeUInt8(type, 13)
  record.writeUIntBE(length, 14, 3)
  record.writeUInt16BE(number, 17)
  record.writeUIntBE(offset, 19, 3)
  record.writeUIntBE(body.length, 22, 3)
  record.set(body, 25)
  return record
}

/** Returns a ClientHello as Chromium sends it, without extensions that the server does not read. */
export function helloOfBrowser(): Buffer {
  const extensions = Buffer.concat(
    ['00170000', 'ff01000100', '000a00060004001d0017', '000b00020100', '000d000400020403', '000e00050002000700'].map(
      (hex) => Buffer.from(hex, 'hex'),
    ),
  )
  const length = Buffer.alloc(2)
  length.writeUInt16BE(extensions.length)
  const head = Buffer.concat([Buffer.from('fefd', 'hex'), Buffer.alloc(32, 5), Buffer.from('00000002c02b0100', 'hex')])
  return handshakeRecord(Buffer.concat([head, length, extensions]))
}

/** A client on one socket. It counts bytes, and keeps what it receives. */
export class WebRtcClient {
  readonly #socket: Socket
  /** Connection that packets take once there is one. */
  #connection: TcpSocket | undefined
  certificate: Certificate = makeCertificate(Date.now())
  /** Packets of any kind, as they came. */
  readonly packets: Buffer[] = []
  /** Media that was opened. */
  readonly heard: { ssrc: number; sequence: number; media: Buffer }[] = []
  /** Compound RTCP packets that were opened. */
  readonly reports: Buffer[] = []
  /** Bytes in all. */
  readonly bytes = { sent: 0, received: 0 }
  ssrc = 0x5eed_0000
  #sequence = 0
  #target: Target = { ip: '', port: 0 }
  #listener: ((packet: Buffer) => void) | undefined
  #onDtls: ((packet: Buffer) => void) | undefined
  #inbound: SrtpInbound | undefined
  #outbound: SrtpOutbound | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.on('message', (packet) => this.#receive(packet))
  }

  /** Opens a socket. Nothing is sent. */
  static async open(ip = '127.0.0.1'): Promise<WebRtcClient> {
    const socket = createSocket({ type: ip.includes(':') ? 'udp6' : 'udp4', recvBufferSize: 1 << 20 }).bind(0, ip)
    await once(socket, 'listening')
    return new WebRtcClient(socket)
  }

  /** SHA-256 of the certificate. */
  get fingerprint(): Buffer {
    return createHash('sha256').update(this.certificate.der).digest()
  }

  /** Fragment of an offer, as op 1 has it. */
  get fragment(): string {
    const fingerprint = this.fingerprint.toString('hex').match(/../g)?.join(':')
    return [
      'a=ice-ufrag:abcd',
      `a=ice-pwd:${'p'.repeat(22)}`,
      `a=fingerprint:sha-256 ${fingerprint}`,
      `a=rtpmap:${OPUS} opus/48000/2`,
    ].join('\n')
  }

  /** Passes packets to a function from now on. They are neither kept nor opened. */
  listen(received: (packet: Buffer) => void): void {
    this.#listener = received
  }

  /** Chooses where packets go to. */
  aim(target: Target): void {
    this.#target = target
  }

  /** Sends packets by UDP again. */
  disconnect(): void {
    this.#connection?.destroy()
    this.#connection = undefined
  }

  /** Sends packets over a TCP connection from now on, with their lengths. */
  async connect({ ip, port }: Target): Promise<TcpSocket> {
    const connection = connect(port, ip)
    await once(connection, 'connect')
    let rest = Buffer.alloc(0)
    connection.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      while (rest.length >= 2 && rest.length >= 2 + rest.readUInt16BE(0)) {
        const end = 2 + rest.readUInt16BE(0)
        this.#receive(rest.subarray(2, end))
        rest = rest.subarray(end)
      }
    })
    connection.on('error', () => undefined)
    this.#connection = connection
    return connection
  }

  send(packet: Buffer): void {
    this.bytes.sent += packet.length
    if (this.#connection) {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(packet.length)
      this.#connection.write(Buffer.concat([length, packet]))
    } else this.#socket.send(packet, this.#target.port, this.#target.ip)
  }

  /** Sends a signed check that chooses this address, until it is answered. */
  async check(side: IceSide): Promise<void> {
    const from = this.packets.length
    this.send(bindingRequest(side))
    await until('a check is answered', async () => this.packets.slice(from).some((packet) => packet[0] === 1))
  }

  /** Runs a handshake by OpenSSL. Resolves with whether it succeeded. */
  async handshake(profile: SrtpProfileName = 'SRTP_AEAD_AES_128_GCM', more: string[] = []): Promise<boolean> {
    const found = SRTP_PROFILES.find(({ id }) => id === PROFILES[profile])
    if (!found) throw new Error('unknown profile')
    const { keyBytes, saltBytes } = found
    const folder = await mkdtemp(join(tmpdir(), 'webrtc-'))
    const relay = createSocket('udp4').bind(0, '127.0.0.1')
    await once(relay, 'listening')
    let peer = 0
    relay.on('message', (packet, { port }) => {
      peer = port
      this.send(packet)
    })
    // OpenSSL exports keys of failed handshakes too. The last flight of the server says that it has accepted.
    const accepted = Promise.withResolvers<boolean>()
    this.#onDtls = (packet) => {
      relay.send(packet, peer, '127.0.0.1')
      if (packet[0] === CHANGE_CIPHER_SPEC) accepted.resolve(true)
    }
    await writeFile(join(folder, 'cert.pem'), new X509Certificate(this.certificate.der).toString())
    await writeFile(join(folder, 'key.pem'), this.certificate.privateKey.export({ format: 'pem', type: 'pkcs8' }))
    const identity = ['-cert', join(folder, 'cert.pem'), '-key', join(folder, 'key.pem')]
    const exported = ['-keymatexport', 'EXTRACTOR-dtls_srtp', '-keymatexportlen', String(2 * (keyBytes + saltBytes))]
    const target = ['-connect', `127.0.0.1:${relay.address().port}`]
    const openssl = spawn('openssl', [
      's_client',
      '-dtls1_2',
      ...target,
      ...identity,
      '-use_srtp',
      profile,
      ...exported,
      ...more,
    ])
    try {
      const text = await exportedBy(openssl)
      openssl.once('close', () => accepted.resolve(false))
      if (text === undefined || !(await accepted.promise)) return false
      const block = Buffer.from(text, 'hex')
      const salts = block.subarray(2 * keyBytes)
      const client = { key: block.subarray(0, keyBytes), salt: salts.subarray(0, saltBytes) }
      const server = { key: block.subarray(keyBytes, 2 * keyBytes), salt: salts.subarray(saltBytes) }
      this.#outbound = new SrtpOutbound(found, client)
      this.#inbound = new SrtpInbound(found, server)
      return true
    } finally {
      openssl.kill('SIGKILL')
      relay.close()
      this.#onDtls = undefined
      await rm(folder, { recursive: true })
    }
  }

  /** Returns a sealed packet of media. */
  packet(media: Buffer, { ssrc = this.ssrc, sequence, payloadType = OPUS }: RtpFields = {}): Buffer {
    const header = Buffer.alloc(12)
    header.writeUInt8(VERSION_2, 0)
    header.writeUInt8(payloadType, 1)
    this.#sequence = sequence ?? this.#sequence + 1
    header.writeUInt16BE(this.#sequence & 0xffff, 2)
    header.writeUInt32BE(ssrc, 8)
    const sealed = this.#outbound?.seal(ssrc, this.#sequence, header, media)
    if (!sealed) throw new Error('no keys yet')
    return sealed
  }

  /** Returns a sealed RTCP packet. */
  report(packet: Buffer): Buffer {
    const sealed = this.#outbound?.sealReport(packet)
    if (!sealed) throw new Error('no keys yet')
    return sealed
  }

  speak(media: Buffer, fields: RtpFields = {}): void {
    this.send(this.packet(media, fields))
  }

  close(): void {
    this.#connection?.destroy()
    this.#socket.close()
  }

  #receive(packet: Buffer): void {
    if (this.#listener) return this.#listener(packet)
    this.bytes.received += packet.length
    this.packets.push(packet)
    const first = packet[0] ?? 0
    if (first >= 20 && first <= 63) return this.#onDtls?.(packet)
    const second = packet[1] ?? 0
    if (first >> 6 !== 2) return
    if (second >= 192 && second <= 223) {
      const report = this.#inbound?.openReport(packet)
      return void (report && this.reports.push(report))
    }
    const opened = this.#inbound?.open(packet)
    if (!opened || typeof opened === 'string') return
    const { header, payload } = opened
    this.heard.push({ ssrc: header.readUInt32BE(8), sequence: header.readUInt16BE(2), media: payload })
  }
}

/** Returns the key material that a client prints once it is connected; undefined if it fails. */
async function exportedBy(process: ChildProcess): Promise<string | undefined> {
  let text = ''
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  process.stdout?.on('data', (chunk: Buffer) => {
    text += chunk
    const found = /Keying material: ([\dA-F]+)/.exec(text)
    if (found) resolve(found[1])
  })
  process.on('close', () => resolve(undefined))
  return promise
}
