/** Forwards media packets: with the media server of the platform, or with a bare relay that knows no rules. */
import { randomBytes } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createPlatform } from '../packages/server/src/platform/main.ts'
import type { MediaServer, TransportMode } from '../packages/server/src/transports/voice/media/media-server.ts'
import { TransportCipher } from '../packages/server/src/transports/voice/media/transport-cipher.ts'
import { openUdpMediaServer } from '../packages/server/src/transports/voice/media/udp-media-server.ts'
import { readOffer } from '../packages/server/src/transports/voice/media/webrtc/sdp.ts'
import type { World } from '../packages/server/src/world/index.ts'
import { answerCommands } from './answer-commands.ts'
import type { RestTarget } from './rest-load.ts'

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
  /** Ports of clients that send to the browsers, which have another call. */
  browserSenders?: readonly number[]
  /** Offers of browsers that only receive. */
  browsers?: readonly string[]
}

export interface VoiceOpened {
  port: number
  senders: VoiceClient[]
  receivers: VoiceClient[]
  browserSenders: VoiceClient[]
  /** Credentials of the server for each browser. */
  browsers: { ufrag: string; password: string }[]
}

let close: () => Promise<void> = async () => {}
/** Packets that were sent to receivers. */
let forwarded: () => number = () => 0

async function openOurs({
  mode,
  senders,
  receivers,
  browserSenders = [],
  browsers = [],
}: VoiceOpenArgs): Promise<VoiceOpened> {
  const media = await openUdpMediaServer({ host: HOST, port: 0, announce: null })
  const join = (
    port: number,
    rules: Parameters<ReturnType<MediaServer['open']>['permit']>[0],
    call = 'call',
  ): VoiceClient => {
    const session = media.open(call)
    const key = session.select(mode, { ip: HOST, port }).toString('hex')
    session.permit(rules)
    return { ssrc: session.ssrc, key }
  }
  const joinBrowser = (fragment: string) => {
    const offer = readOffer(fragment)
    if (!offer) throw new Error('an offer is malformed')
    const session = media.open('browsers')
    session.permit({ send: null, receive: ENCRYPTED })
    const { ufrag, password } = session.negotiate(offer)
    return { ufrag, password }
  }
  close = () => media.stop()
  forwarded = () => media.counts().forwarded
  return {
    port: media.server.port,
    senders: senders.map((port) => join(port, { send: ENCRYPTED, receive: null })),
    receivers: receivers.map((port) => join(port, { send: null, receive: ENCRYPTED })),
    browserSenders: browserSenders.map((port) => join(port, { send: ENCRYPTED, receive: null }, 'browsers')),
    browsers: browsers.map(joinBrowser),
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
  return {
    port: socket.address().port,
    senders: from.map(client),
    receivers: to.map(client),
    browserSenders: [],
    browsers: [],
  }
}

const loop = monitorEventLoopDelay({ resolution: 1 })

answerCommands({
  ours: openOurs,
  bare: openBare,
  forwarded: () => forwarded(),
  /** Returns the delay of this thread's event loop since the last call, in ms: for so long may a packet wait. */
  loopDelay(): { p50: number; p99: number } {
    // Its timer costs as much as media at low rates, so that it does not run elsewhere.
    loop.enable()
    const [p50 = 0, p99 = 0] = [50, 99].map((part) => loop.percentile(part) / 1e6)
    loop.reset()
    return { p50, p99 }
  },
  /** Starts a platform in the same thread, whose requests disturb media as they do in the program. */
  async platform({ data, world }: { data: string; world: World }): Promise<RestTarget> {
    const platform = await createPlatform({ port: 0, data, world, rateLimits: 'off' })
    const [guild] = Object.values(platform.world?.guilds ?? {})
    const token = Object.values(platform.world?.applications ?? {})[0]?.bot?.token
    const path = `/api/v10/channels/${guild?.channels.general?.id}/messages`
    const closeMedia = close
    close = async () => {
      await closeMedia()
      await platform.close()
    }
    return { port: Number(new URL(platform.listen).port), path, authorization: `Bot ${token}` }
  },
  close: () => close(),
})
