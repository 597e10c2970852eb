/** Forwards media packets: with the media server of the platform, or with a bare relay that knows no rules. */
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import type { MediaServer, TransportMode } from '../packages/server/src/transports/voice/media/media-server.ts'
import { TransportCipher } from '../packages/server/src/transports/voice/media/transport-cipher.ts'
import { openUdpMediaServer } from '../packages/server/src/transports/voice/media/udp-media-server.ts'
import { answerCommands } from './answer-commands.ts'

const HOST = '127.0.0.1'
const HEADER_BYTES = 12
const ENCRYPTED = { plain: false, encrypted: true }

/** SSRC of a client, and its key in hex. */
export interface VoiceClient {
  ssrc: number
  key: string
}

export interface VoiceOpenArgs {
  mode: TransportMode
  /** Ports of clients that only send, and of those that only receive. */
  senders: readonly number[]
  receivers: readonly number[]
}

export interface VoiceOpened {
  port: number
  senders: VoiceClient[]
  receivers: VoiceClient[]
}

let close: () => Promise<void> = async () => {}
/** Packets that were sent to receivers. */
let forwarded: () => number = () => 0

async function openOurs({ mode, senders, receivers }: VoiceOpenArgs): Promise<VoiceOpened> {
  const media = await openUdpMediaServer({ host: HOST, port: 0, announce: null })
  const join = (port: number, rules: Parameters<ReturnType<MediaServer['open']>['permit']>[0]): VoiceClient => {
    const session = media.open('call')
    const key = session.select(mode, { ip: HOST, port }).toString('hex')
    session.permit(rules)
    return { ssrc: session.ssrc, key }
  }
  close = () => media.stop()
  forwarded = () => media.counts().forwarded
  return {
    port: media.server.port,
    senders: senders.map((port) => join(port, { send: ENCRYPTED, receive: null })),
    receivers: receivers.map((port) => join(port, { send: null, receive: ENCRYPTED })),
  }
}

async function openBare({ mode, senders, receivers }: VoiceOpenArgs): Promise<VoiceOpened> {
  const socket = createSocket({
    type: 'udp4',
    recvBufferSize: 4 * 1024 * 1024,
    lookup: (address, _options, done) => done(null, address, 4),
  })
  const listening = once(socket, 'listening')
  socket.bind(0, HOST)
  await listening
  let ssrc = 0
  const join = (port: number) => {
    ssrc += 1
    const key = randomBytes(32)
    return { ssrc, key: key.toString('hex'), port, cipher: new TransportCipher(mode, key) }
  }
  const from = senders.map(join)
  const to = receivers.map(join)
  let count = 0
  forwarded = () => count
  const bySsrc = new Map(from.map((sender) => [sender.ssrc, sender]))
  socket.on('message', (packet) => {
    const body = bySsrc.get(packet.readUInt32BE(8))?.cipher.open(packet, HEADER_BYTES)
    if (!body) return
    const header = packet.subarray(0, HEADER_BYTES)
    for (const { cipher, port } of to) {
      const sealed = cipher.seal(header, body)
      if (!sealed) continue
      count += 1
      socket.send(sealed, port, HOST)
    }
  })
  close = async () => void socket.close()
  const client = ({ ssrc, key }: VoiceClient) => ({ ssrc, key })
  return { port: socket.address().port, senders: from.map(client), receivers: to.map(client) }
}

answerCommands({
  ours: openOurs,
  bare: openBare,
  forwarded: () => forwarded(),
  close: () => close(),
})
