import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { VoiceCloseCode } from '@guildhall/protocol'
import type { Addresses } from '../kernel/platform.ts'
import type { Store } from '../kernel/store/store.ts'
import { PortError } from '../transports/http/port.ts'
import { DaveGroup } from '../transports/voice/dave/group.ts'
import type { MediaServer } from '../transports/voice/media/media-server.ts'
import { openUdpMediaServer } from '../transports/voice/media/udp-media-server.ts'
import { type VoiceTransport, type VoiceTransportParts, voiceTransport } from '../transports/voice/voice-transport.ts'
import type { Closing } from './closing.ts'
import { metaSecret, VOICE_KEY } from './meta-secret.ts'

/** `HOST:PORT` of an option. */
export interface HostAndPort {
  host: string
  port: number
}

interface VoiceConfig {
  host: string
  voiceUdp?: HostAndPort | null
  voiceAnnounce?: HostAndPort | null
  rateLimits: 'documented' | 'off'
}

/** Parts that outlive a world. */
type VoiceParts = Pick<VoiceTransportParts, 'changes' | 'clock' | 'addressOf' | 'log' | 'metrics'> & {
  store: Store
  addresses: Addresses
}

/** Parts of one world. */
type VoiceWorld = Pick<VoiceTransportParts, 'units' | 'bus' | 'wallClock'>

/** The voice server, whose socket for media outlives worlds. */
export interface OpenVoice {
  /** The address of voice packets as clients receive it. */
  readonly udp: string
  /** Opens the voice gateway of a world. The calls of the former one must have ended. */
  begin(world: VoiceWorld): VoiceTransport
  /** Accepts an HTTP upgrade for which `isVoiceUpgrade` is true. */
  readonly upgrade: VoiceTransport['upgrade']
}

/**
 * Opens the voice server: its socket for media, and then its gateway for each world. `closing` ends all calls; clients
 * reconnect to the next process.
 */
export async function openVoice(
  config: VoiceConfig,
  closing: Closing,
  { store, addresses, ...parts }: VoiceParts,
): Promise<OpenVoice> {
  const { host, port } = config.voiceUdp ?? { host: config.host, port: 0 }
  const media = await openMedia({ host, port, announce: config.voiceAnnounce ?? null })
  let current: VoiceTransport | null = null
  const close = async () => {
    current?.close(VoiceCloseCode.SERVER_CRASHED, 'Restarting.')
    await media.stop()
  }
  // Added at once: if a later part fails to start, the socket must not keep the process.
  closing.add('voice', close)
  const lasting = {
    ...parts,
    rateLimits: config.rateLimits,
    endpoint: new URL(addresses.url).host,
    tokenKey: await metaSecret(store, VOICE_KEY),
    media,
    encryptionFor: (call: Parameters<VoiceTransportParts['encryptionFor']>[0]) => new DaveGroup(call),
  }
  const { server } = media
  return {
    udp: `${server.ip}:${server.port}`,
    begin(world) {
      current = voiceTransport({ ...lasting, ...world })
      return current
    },
    upgrade: (request, socket, head) => current?.upgrade(request, socket, head),
  }
}

interface MediaAddresses {
  host: string
  port: number
  announce: HostAndPort | null
}

async function openMedia({ host, port, announce }: MediaAddresses): Promise<MediaServer> {
  try {
    return await openUdpMediaServer({ host: await ipv4Of(host), port, announce })
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? 'UNKNOWN'
    const reason = code === 'EADDRINUSE' ? 'another program has this port' : (cause as Error).message
    const message = `Cannot receive voice packets on ${host}, port ${port}: ${reason}. Choose another address: --voice-udp HOST:PORT.`
    throw new PortError(message, { code, host, port, cause })
  }
}

/** Returns the IPv4 address of a listen host: clients accept no other form in IP discovery. */
async function ipv4Of(host: string): Promise<string> {
  if (isIP(host) === 6) return host === '::1' ? '127.0.0.1' : '0.0.0.0'
  return (await lookup(host, { family: 4 })).address
}
