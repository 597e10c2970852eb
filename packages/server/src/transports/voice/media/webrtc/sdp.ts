import type { UdpAddress } from '../addresses.ts'
import type { VideoOffer } from './video-offer.ts'

const FINGERPRINT_BYTES = 32
/** Lengths of ICE (RFC 8839). */
const UFRAG = /^[\w+/]{4,256}$/
const PASSWORD = /^[\w+/]{22,256}$/
/** Longer than an offer with 25 cameras. */
const FRAGMENT_CHARACTERS_MAX = 200_000
const PAYLOAD_TYPE_MAX = 127
/** Priority of the first host candidate (RFC 8445, section 5.1.2.1), and of the first one of TCP, which is below. */
const HOST_PRIORITY = 126 * 2 ** 24 + 65_535 * 2 ** 8 + 255
const TCP_PRIORITY = 126 * 2 ** 24 + 16_383 * 2 ** 8 + 255

/** The parts of an offer that the server needs. */
export interface WebRtcOffer {
  readonly ufrag: string
  readonly password: string
  /** SHA-256 of the browser's certificate. */
  readonly fingerprint: Buffer
  /** Payload type of Opus in this offer. */
  readonly opus: number
  /** Codecs and header extensions of video; absent in a browser that only talks. */
  readonly video?: VideoOffer
}

/** The server's side of a negotiation. */
export interface WebRtcAnswer {
  readonly ufrag: string
  readonly password: string
  /** SHA-256 of the server's certificate, as SDP writes it. */
  readonly fingerprint: string
  readonly candidates: IceCandidates
}

/** Addresses at which the server takes packets, the preferred ones first. */
export interface IceCandidates {
  readonly udp: readonly UdpAddress[]
  /** For networks without UDP: browsers connect to them (RFC 6544). */
  readonly tcp: readonly UdpAddress[]
}

/** Reads a fragment of an offer, or a whole one. Returns undefined if a part is missing or malformed. */
export function readOffer(text: string): WebRtcOffer | undefined {
  if (text.length > FRAGMENT_CHARACTERS_MAX) return undefined
  const lines = text.split(/\r?\n/)
  const value = (name: string) => lines.find((line) => line.startsWith(`a=${name}:`))?.slice(name.length + 3)
  const ufrag = value('ice-ufrag')?.trim() ?? ''
  const password = value('ice-pwd')?.trim() ?? ''
  const fingerprint = fingerprintOf(value('fingerprint') ?? '')
  const opus = opusOf(lines)
  if (!UFRAG.test(ufrag) || !PASSWORD.test(password) || !fingerprint || opus === undefined) return undefined
  return { ufrag, password, fingerprint, opus }
}

function fingerprintOf(text: string): Buffer | undefined {
  const [, hex = ''] = /^sha-256 ((?:[\da-f]{2}:){31}[\da-f]{2})\s*$/i.exec(text) ?? []
  const bytes = Buffer.from(hex.replaceAll(':', ''), 'hex')
  return bytes.length === FINGERPRINT_BYTES ? bytes : undefined
}

function opusOf(lines: readonly string[]): number | undefined {
  for (const line of lines) {
    const [, number] = /^a=rtpmap:(\d{1,3}) opus\/48000\/2\s*$/i.exec(line) ?? []
    if (number !== undefined && Number(number) <= PAYLOAD_TYPE_MAX) return Number(number)
  }
  return undefined
}

/** Returns the `sdp` of op 4: the lines of which the page makes its answer. */
export function writeAnswer({ ufrag, password, fingerprint, candidates }: WebRtcAnswer): string {
  const { udp, tcp } = candidates
  const [first] = udp
  return [
    `m=audio ${first?.port ?? 9} ICE/SDP`,
    `c=IN ${first && isIPv6(first) ? 'IP6' : 'IP4'} ${first?.ip ?? '0.0.0.0'}`,
    `a=rtcp:${first?.port ?? 9}`,
    `a=ice-ufrag:${ufrag}`,
    `a=ice-pwd:${password}`,
    `a=fingerprint:sha-256 ${fingerprint}`,
    ...udp.map(
      ({ ip, port }, index) => `a=candidate:${index + 1} 1 UDP ${HOST_PRIORITY - index * 256} ${ip} ${port} typ host`,
    ),
    ...tcp.map(({ ip, port }, index) => {
      const priority = TCP_PRIORITY - index * 256
      return `a=candidate:${udp.length + index + 1} 1 TCP ${priority} ${ip} ${port} typ host tcptype passive`
    }),
    '',
  ].join('\n')
}

const isIPv6 = ({ ip }: UdpAddress) => ip.includes(':')
