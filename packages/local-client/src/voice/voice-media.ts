import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { TransportCipher, type VoiceMode } from './transport-cipher.ts'

const DISCOVERY_BYTES = 74
const DISCOVERY_REPLY = 2
const DISCOVERY_TIMEOUT_MS = 5_000
const DISCOVERY_RETRY_MS = 500
const KEEP_ALIVE_BYTES = 8
const RTP_HEADER_BYTES = 12
const OPUS_PAYLOAD_TYPE = 0x78
/** Samples in 20 ms at 48 kHz. */
const SAMPLES_PER_FRAME = 960

/** A received RTP packet after transport decryption. */
export interface MediaPacket {
  ssrc: number
  sequence: number
  timestamp: number
  payload: Buffer
}

export interface MediaTarget {
  ssrc: number
  ip: string
  port: number
}

/** UDP side of a voice client. */
export class VoiceMedia {
  readonly #socket: Socket
  readonly #target: MediaTarget
  #cipher: TransportCipher | null = null
  #sequence = 0
  #timestamp = 0
  #isClosed = false
  /** Called with the counter of each keep-alive packet that comes back. */
  onEcho: (counter: number) => void = () => undefined
  /** Packets that failed authentication. */
  rejected = 0

  private constructor(socket: Socket, target: MediaTarget, received: (packet: MediaPacket) => void) {
    this.#socket = socket
    this.#target = target
    socket.on('message', (data) => this.#receive(data, received))
    // The voice server may be gone before the client.
    socket.on('error', () => undefined)
  }

  /** Opens a socket for op 2 of the voice server. */
  static async open(target: MediaTarget, received: (packet: MediaPacket) => void): Promise<VoiceMedia> {
    const socket = createSocket('udp4')
    socket.bind(0)
    await once(socket, 'listening')
    // A client that the server disconnected must not keep the process alive.
    socket.unref()
    return new VoiceMedia(socket, target, received)
  }

  /** Asks the voice server for the address that it sees. */
  async discover(): Promise<{ address: string; port: number }> {
    const request = Buffer.alloc(DISCOVERY_BYTES)
    request.writeUInt16BE(1, 0)
    request.writeUInt16BE(DISCOVERY_BYTES - 4, 2)
    request.writeUInt32BE(this.#target.ssrc, 4)
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
    const reply = (data: Buffer) => {
      if (data.length === DISCOVERY_BYTES && data.readUInt16BE(0) === DISCOVERY_REPLY) resolve(data)
    }
    this.#socket.on('message', reply)
    const again = setInterval(() => this.sendRaw(request), DISCOVERY_RETRY_MS)
    const guard = setTimeout(() => reject(new Error('no response to IP discovery')), DISCOVERY_TIMEOUT_MS)
    this.sendRaw(request)
    try {
      const data = await promise
      return { address: data.toString('latin1', 8, data.indexOf(0, 8)), port: data.readUInt16BE(DISCOVERY_BYTES - 2) }
    } finally {
      clearInterval(again)
      clearTimeout(guard)
      this.#socket.off('message', reply)
    }
  }

  /** Uses the mode and key of op 4. */
  use(mode: VoiceMode, key: Buffer): void {
    this.#cipher = new TransportCipher(mode, key)
  }

  /** Sends one frame in an RTP packet with the next sequence number. */
  send(payload: Buffer): void {
    const header = Buffer.alloc(RTP_HEADER_BYTES)
    header[0] = 0x80
    header[1] = OPUS_PAYLOAD_TYPE
    this.#sequence = (this.#sequence + 1) & 0xffff
    this.#timestamp = (this.#timestamp + SAMPLES_PER_FRAME) >>> 0
    header.writeUInt16BE(this.#sequence, 2)
    header.writeUInt32BE(this.#timestamp, 4)
    header.writeUInt32BE(this.#target.ssrc, 8)
    if (!this.#cipher) throw new Error('the voice server has not described the session yet')
    this.sendRaw(this.#cipher.seal(header, payload))
  }

  /** Sends a keep-alive packet, which the voice server returns. */
  keepAlive(counter: number): void {
    const packet = Buffer.alloc(KEEP_ALIVE_BYTES)
    packet.writeUInt32LE(counter >>> 0, 0)
    this.sendRaw(packet)
  }

  /** Sends bytes that need not be a packet. */
  sendRaw(data: Buffer): void {
    if (!this.#isClosed) this.#socket.send(data, this.#target.port, this.#target.ip)
  }

  #receive(data: Buffer, received: (packet: MediaPacket) => void): void {
    if (data.length === KEEP_ALIVE_BYTES) return this.onEcho(data.readUInt32LE(0))
    const isRtp = data.length > RTP_HEADER_BYTES && (data.readUInt8(0) & 0xc0) === 0x80
    if (!isRtp || !this.#cipher) return
    try {
      const { header, body } = this.#cipher.open(data)
      const payload = body.subarray(extensionBytes(header))
      received({
        ssrc: header.readUInt32BE(8),
        sequence: header.readUInt16BE(2),
        timestamp: header.readUInt32BE(4),
        payload,
      })
    } catch {
      this.rejected += 1
    }
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#socket.close()
  }
}

/** Returns the length of the extension elements, which stand encrypted before the payload. */
function extensionBytes(header: Buffer): number {
  return (header.readUInt8(0) & 0x10) === 0 ? 0 : header.readUInt16BE(header.length - 2) * 4
}
