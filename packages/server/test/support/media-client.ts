import { createCipheriv, createDecipheriv, createSecretKey, type KeyObject } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { hChaCha20 } from '../../src/transports/voice/media/hchacha20.ts'
import type { MediaServer, MediaSession, TransportMode } from '../../src/transports/voice/media/media-server.ts'

/** Fields of a packet that a test sets. The others are as clients send them. */
export interface PacketOptions {
  counter?: number
  ssrc?: number
  /** First byte: version, padding, extension, number of contributing sources. */
  first?: number
  /** The rest of the header after the SSRC. */
  sources?: Buffer
}

/** UDP side of a voice client, with its own transport encryption. It waits for packets by their number. */
export class MediaClient {
  readonly socket: Socket
  readonly session: MediaSession
  readonly packets: Buffer[] = []
  mode: TransportMode = 'aead_aes256_gcm_rtpsize'
  key: Buffer = Buffer.alloc(32)
  counter = 0
  sequence = 0
  #waiting: { count: number; done: () => void } | undefined

  private constructor(socket: Socket, session: MediaSession) {
    this.socket = socket
    this.session = session
    socket.on('message', (packet) => {
      this.packets.push(packet)
      if (this.#waiting && this.packets.length >= this.#waiting.count) this.#waiting.done()
    })
  }

  /** Joins a call: IP discovery, selection of a mode, and leave to send and receive plain frames. */
  static async join(server: MediaServer, call: string, mode?: TransportMode): Promise<MediaClient> {
    const client = await MediaClient.connect(server.open(call))
    client.mode = mode ?? client.mode
    const response = await client.discover()
    const claimed = { ip: response.toString('latin1', 8, response.indexOf(0, 8)), port: response.readUInt16BE(72) }
    client.key = client.session.select(client.mode, claimed)
    const kinds = { plain: true, encrypted: false }
    client.session.permit({ send: kinds, receive: kinds })
    return client
  }

  /** Opens a socket for a session without sending anything. */
  static async connect(session: MediaSession): Promise<MediaClient> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1')
    await once(socket, 'listening')
    return new MediaClient(socket, session)
  }

  send(packet: Buffer): void {
    this.socket.send(packet, this.session.server.port, this.session.server.ip)
  }

  /** Sends media. */
  speak(media: Buffer, options: PacketOptions = {}): void {
    this.send(this.packet(media, options))
  }

  async discover(): Promise<Buffer> {
    const before = this.packets.length
    this.send(discoveryOf(this.session.ssrc))
    await this.received(before + 1)
    return this.packets.splice(before, 1)[0] ?? Buffer.alloc(0)
  }

  /** Waits until `count` packets are in `packets`. */
  async received(count: number): Promise<void> {
    if (this.packets.length >= count) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#waiting = { count, done: resolve }
    await promise
  }

  packet(media: Buffer, options: PacketOptions = {}): Buffer {
    const { first = 0x80, ssrc = this.session.ssrc, sources = Buffer.alloc(0) } = options
    const header = Buffer.alloc(12 + sources.length)
    header.writeUInt8(first, 0)
    header.writeUInt8(0x78, 1)
    this.sequence += 1
    header.writeUInt16BE(this.sequence & 0xffff, 2)
    header.writeUInt32BE(ssrc, 8)
    sources.copy(header, 12)
    this.counter = options.counter ?? this.counter + 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const { algorithm, key, nonce } = this.#suite(counter)
    const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: 16 })
    cipher.setAAD(header, { plaintextLength: media.length })
    return Buffer.concat([header, cipher.update(media), cipher.final(), cipher.getAuthTag(), counter])
  }

  /** Decrypts a received packet whose header has no extension. */
  open(packet: Buffer | undefined, headerLength = 12): Buffer {
    if (!packet) throw new Error('no packet')
    const end = packet.length - 20
    const { algorithm, key, nonce } = this.#suite(packet.subarray(-4))
    const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: 16 })
    decipher.setAAD(packet.subarray(0, headerLength), { plaintextLength: end - headerLength })
    decipher.setAuthTag(packet.subarray(end, end + 16))
    return Buffer.concat([decipher.update(packet.subarray(headerLength, end)), decipher.final()])
  }

  close(): void {
    this.socket.close()
  }

  #suite(counter: Buffer): { algorithm: 'chacha20-poly1305'; key: KeyObject; nonce: Buffer } {
    const nonce = Buffer.alloc(24)
    counter.copy(nonce)
    if (this.mode === 'aead_xchacha20_poly1305_rtpsize') {
      const key = createSecretKey(hChaCha20(this.key, nonce.subarray(0, 16)))
      return { algorithm: 'chacha20-poly1305', key, nonce: Buffer.alloc(12) }
    }
    // The types of GCM and ChaCha20 differ; the calls here are the same.
    const algorithm = 'aes-256-gcm' as string as 'chacha20-poly1305'
    return { algorithm, key: createSecretKey(this.key), nonce: nonce.subarray(0, 12) }
  }
}

/** Returns an IP discovery request. */
export function discoveryOf(ssrc: number): Buffer {
  const request = Buffer.alloc(74)
  request.writeUInt16BE(1, 0)
  request.writeUInt16BE(70, 2)
  request.writeUInt32BE(ssrc, 4)
  return request
}
