import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Logger } from 'pino'
import type { Addresses } from './kernel/platform.ts'
import type { Store } from './kernel/store/store.ts'
import { metaSecret, VOICE_KEY } from './meta-secret.ts'
import { PortError } from './transports/http/port.ts'
import { DaveGroup } from './transports/voice/dave/group.ts'
import type { MediaServer } from './transports/voice/media/media-server.ts'
import { openUdpMediaServer } from './transports/voice/media/udp-media-server.ts'
import { type VoiceTransport, type VoiceTransportParts, voiceTransport } from './transports/voice/voice-transport.ts'

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

type VoiceParts = Omit<VoiceTransportParts, 'endpoint' | 'tokenKey' | 'media' | 'encryptionFor' | 'rateLimits'> & {
  store: Store
  addresses: Addresses
  log: Logger
}

/** The voice gateway, and the address of voice packets as clients are told it. */
export interface OpenVoice extends VoiceTransport {
  readonly udp: string
}

/** Opens the voice server: its socket for media and its gateway. */
export async function openVoice(
  config: VoiceConfig,
  closing: { add(task: () => Promise<void>): void },
  { store, addresses, ...parts }: VoiceParts,
): Promise<OpenVoice> {
  const { host, port } = config.voiceUdp ?? { host: config.host, port: 0 }
  const media = await openMedia({ host, port, announce: config.voiceAnnounce ?? null })
  const voice = voiceTransport({
    ...parts,
    rateLimits: config.rateLimits,
    endpoint: new URL(addresses.url).host,
    tokenKey: await metaSecret(store, VOICE_KEY),
    media,
    encryptionFor: (call) => new DaveGroup(call),
  })
  // A later start may fail: the socket must not keep the process.
  closing.add(voice.close)
  const { server } = media
  return { ...voice, udp: `${server.ip}:${server.port}` }
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
