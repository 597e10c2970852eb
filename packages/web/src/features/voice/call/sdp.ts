/** Attributes of an offer that the voice server needs (op 1). */
const NEEDED = /^a=(?:ice-ufrag|ice-pwd|fingerprint|extmap|rtpmap):/

/** The line of an answer that names its origin, which nobody reads. */
const ORIGIN = ['o=-', 1, 1, 'IN', 'IP4', '127.0.0.1'].join(' ')

/** A codec as op 1 names it. */
export interface OfferedCodec {
  readonly name: string
  readonly type: 'audio' | 'video'
  readonly priority: number
  readonly payload_type: number
  readonly rtx_payload_type: number | null
}

/** A media section of an offer. */
interface Section {
  readonly mid: string
  readonly direction: string
}

/** Returns the fragment of an offer that op 1 carries: each needed line once. */
export function fragmentOf(offer: string): string {
  return [...new Set(linesOf(offer).filter((line) => NEEDED.test(line)))].join('\n')
}

/** Returns the codecs of an offer that calls use, with the browser's own numbers. */
export function codecsOf(offer: string): OfferedCodec[] {
  const opus = /^a=rtpmap:(\d+) opus\/48000\/2$/i
  const number = linesOf(offer).flatMap((line) => opus.exec(line)?.[1] ?? [])[0]
  if (number === undefined) return []
  return [{ name: 'opus', type: 'audio', priority: 1000, payload_type: Number(number), rtx_payload_type: null }]
}

/**
 * Returns the answer to an offer, made of the parts that the voice server sent (op 4).
 * @param sources SSRC of the sender that each receiving section hears, by its `mid`
 */
export function answerOf(offer: string, server: string, sources: ReadonlyMap<string, number>): string {
  const sections = sectionsOf(offer)
  const [opus] = codecsOf(offer)
  const payload = opus?.payload_type ?? 111
  const parts = linesOf(server)
  const port = parts[0]?.split(' ')[1] ?? '9'
  const common = [
    ...parts.filter((line) => line.startsWith('c=')),
    ...parts.filter((line) => /^a=(?:ice-ufrag|ice-pwd|fingerprint|candidate):/.test(line)),
    'a=setup:passive',
    'a=rtcp-mux',
    `a=rtpmap:${payload} opus/48000/2`,
    `a=fmtp:${payload} minptime=10;useinbandfec=1;stereo=1;sprop-stereo=0`,
  ]
  const lines = [
    'v=0',
    ORIGIN,
    's=-',
    't=0 0',
    `a=group:BUNDLE ${sections.map(({ mid }) => mid).join(' ')}`,
    'a=ice-lite',
  ]
  for (const { mid, direction } of sections) {
    const ssrc = sources.get(mid)
    lines.push(`m=audio ${port} UDP/TLS/RTP/SAVPF ${payload}`, ...common, `a=mid:${mid}`)
    if (direction !== 'recvonly') lines.push(direction === 'inactive' ? 'a=inactive' : 'a=recvonly')
    else if (ssrc === undefined) lines.push('a=inactive')
    else lines.push('a=sendonly', `a=msid:${ssrc} ${ssrc}`, `a=ssrc:${ssrc} cname:${ssrc}`)
  }
  return `${lines.join('\r\n')}\r\n`
}

function sectionsOf(offer: string): Section[] {
  return offer
    .split(/\r?\nm=/)
    .slice(1)
    .map((section) => ({
      mid: /^a=mid:(.+)$/m.exec(section)?.[1]?.trim() ?? '',
      direction: /^a=(sendrecv|sendonly|recvonly|inactive)\s*$/m.exec(section)?.[1] ?? 'sendrecv',
    }))
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '')
}
