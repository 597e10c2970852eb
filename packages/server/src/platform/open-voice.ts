import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { VoiceCloseCode } from '@guildhall/protocol'
import { type Lease, nodeOf } from '../kernel/lease.ts'
import type { Addresses } from '../kernel/platform.ts'
import type { Store } from '../kernel/store/store.ts'
import type { VoiceControl } from '../kernel/voice-control.ts'
import { PortError } from '../transports/http/port.ts'
import { DaveGroup } from '../transports/voice/dave/group.ts'
import { candidatesOf } from '../transports/voice/media/candidates.ts'
import type { MediaServer, UdpAddress } from '../transports/voice/media/media-server.ts'
import { openUdpMediaServer } from '../transports/voice/media/udp-media-server.ts'
import { type VoiceTransport, type VoiceTransportParts, voiceTransport } from '../transports/voice/voice-transport.ts'
import type { Closing } from './closing.ts'
import { readIceServers } from './ice-servers-file.ts'
import type { Handlers } from './listen.ts'
import { metaSecret, VOICE_KEY } from './meta-secret.ts'
import { voiceProbes } from './voice-probes.ts'

/** `HOST:PORT` of an option. */
export interface HostAndPort {
  host: string
  port: number
}

interface VoiceConfig {
  host: string
  voiceUdp?: HostAndPort | null
  voiceAnnounce?: HostAndPort | null
  voiceTcp?: 'on' | 'off' | HostAndPort
  voiceIceServers?: string | null
  nodeUrl?: string | null
  rateLimits: 'documented' | 'off'
}

/** Parts that outlive a world. */
type VoiceParts = Pick<VoiceTransportParts, 'changes' | 'clock' | 'addressOf' | 'log' | 'tape' | 'metrics'> & {
  store: Store
  lease: Lease | null
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
  /** Hold of the control API on the voice server. */
  readonly control: VoiceControl
  /** Parts of the port: connections with packets of media, and upgrades for which `isVoiceUpgrade` is true. */
  readonly handlers: Pick<Handlers, 'takeMedia' | 'upgradeVoice'>
}

/**
 * Opens the voice server: its socket for media, and then its gateway for each world. `closing` ends all calls; clients
 * reconnect to the next process.
 */
export async function openVoice(
  config: VoiceConfig,
  closing: Closing,
  { store, addresses, lease, ...parts }: VoiceParts,
): Promise<OpenVoice> {
  const { host, port } = config.voiceUdp ?? { host: config.host, port: 0 }
  const iceServers = await readIceServers(config.voiceIceServers ?? null)
  const announce = config.voiceAnnounce ?? null
  const tcpCandidates = tcpCandidatesOf(config, Number(new URL(addresses.listen).port))
  const media = await openMedia({ host, port, announce, tcpCandidates })
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
    // Members of a call meet at its node, and not at the address of all nodes.
    endpoint: new URL(nodeOf(lease) ? (config.nodeUrl ?? addresses.listen) : addresses.url).host,
    tokenKey: await metaSecret(store, VOICE_KEY),
    media,
    iceServers,
    encryptionFor: (call: Parameters<VoiceTransportParts['encryptionFor']>[0]) => new DaveGroup(call),
  }
  const { server } = media
  return {
    udp: `${server.ip}:${server.port}`,
    begin(world) {
      current = voiceTransport({ ...lasting, ...world })
      return current
    },
    control: {
      probe: voiceProbes(media),
      calls: async () => (await current?.control.calls()) ?? [],
      fault: (filter, fault) => current?.control.fault(filter, fault) ?? 0,
    },
    handlers: {
      takeMedia: (socket) => media.takeConnection(socket),
      upgradeVoice: (request, socket, head) => current?.upgrade(request, socket, head),
    },
  }
}

/** Returns a function for the addresses at which browsers reach the port by TCP. */
function tcpCandidatesOf({ host, voiceAnnounce, voiceTcp = 'on' }: VoiceConfig, port: number): () => UdpAddress[] {
  if (voiceTcp === 'off') return () => []
  if (voiceTcp !== 'on') return () => [{ ip: voiceTcp.host, port: voiceTcp.port }]
  if (voiceAnnounce) return () => [{ ip: voiceAnnounce.host, port }]
  return () => candidatesOf({ address: host, port })
}

interface MediaAddresses {
  host: string
  port: number
  announce: HostAndPort | null
  tcpCandidates: () => readonly UdpAddress[]
}

async function openMedia({ host, port, announce, tcpCandidates }: MediaAddresses): Promise<MediaServer> {
  try {
    return await openUdpMediaServer({
      host: await ipv4Of(host),
      host6: isIP(host) === 6 ? host : null,
      port,
      announce,
      tcpCandidates,
    })
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
