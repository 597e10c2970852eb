/** Attributes of an offer that the voice server needs (op 1). */
const NEEDED = /^a=(?:ice-ufrag|ice-pwd|fingerprint|extmap|rtpmap):/

/** The line of an answer that names its origin, which nobody reads. */
const ORIGIN = ['o=-', 1, 1, 'IN', 'IP4', '127.0.0.1'].join(' ')
/** Header extensions by which the server tells the streams of video apart. */
const NAMES_OF_STREAMS =
  /^a=extmap:\d+(?:\/sendonly)? urn:ietf:params:rtp-hdrext:sdes:(?:mid|rtp-stream-id|repaired-rtp-stream-id)$/
/** Profile of H.264 that all browsers have: constrained baseline, in packets of one kind. */
const H264_PARAMETERS = /level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f/
/** Feedback of receivers: lost packets, lost pictures, bandwidth. */
const FEEDBACK = [['nack'], ['nack', 'pli'], ['ccm', 'fir'], ['goog-remb']].map((words) => words.join(' '))

/** A codec as op 1 names it. */
export interface OfferedCodec {
  readonly name: string
  readonly type: 'audio' | 'video'
  readonly priority: number
  readonly payload_type: number
  readonly rtx_payload_type: number | null
  readonly encode?: boolean
  readonly decode?: boolean
}

/** The sender that a receiving section shows or plays. */
export interface Source {
  readonly ssrc: number
  /** SSRC of repetitions; null without them. */
  readonly rtxSsrc: number | null
}

/** A media section of an offer. */
interface Section {
  readonly kind: 'audio' | 'video'
  readonly mid: string
  readonly direction: string
  readonly lines: readonly string[]
}

/** Returns the fragment of an offer that op 1 carries: each needed line once. */
export function fragmentOf(offer: string): string {
  return [...new Set(linesOf(offer).filter((line) => NEEDED.test(line)))].join('\n')
}

/** Returns the codecs of an offer that calls use, with the browser's own numbers, the preferred one first. */
export function codecsOf(offer: string): OfferedCodec[] {
  const lines = linesOf(offer)
  const numbersOf = (codec: RegExp) => lines.flatMap((line) => codec.exec(line)?.[1] ?? [])
  const has = (number: string, parameters: RegExp) =>
    lines.some((line) => line.startsWith(`a=fmtp:${number} `) && parameters.test(line))
  const codecs: OfferedCodec[] = []
  const [opus] = numbersOf(/^a=rtpmap:(\d+) opus\/48000\/2$/i)
  if (opus !== undefined)
    codecs.push({ name: 'opus', type: 'audio', priority: 1000, payload_type: Number(opus), rtx_payload_type: null })
  const rtx = numbersOf(/^a=rtpmap:(\d+) rtx\/90000$/i)
  const video = (name: string, number: string | undefined) => {
    if (number === undefined) return
    const repeats = rtx.find((one) => has(one, new RegExp(`apt=${number}$`)))
    codecs.push({
      name,
      type: 'video',
      priority: 1000 * codecs.length,
      payload_type: Number(number),
      rtx_payload_type: repeats === undefined ? null : Number(repeats),
      encode: true,
      decode: true,
    })
  }
  video('VP8', numbersOf(/^a=rtpmap:(\d+) VP8\/90000$/i)[0])
  video(
    'H264',
    numbersOf(/^a=rtpmap:(\d+) H264\/90000$/i).find((number) => has(number, H264_PARAMETERS)),
  )
  return codecs
}

/** The parts of an answer besides the offer. */
export interface AnswerParts {
  /** The parts that the voice server sent (op 4). */
  readonly server: string
  /** Senders that the receiving sections have, by `mid`. */
  readonly sources: ReadonlyMap<string, Source>
  /** Codec in which this browser sends video. */
  readonly videoCodec: string
}

/** Returns the answer to an offer, made of the parts that the voice server sent. */
export function answerOf(offer: string, { server, sources, videoCodec }: AnswerParts): string {
  const sections = sectionsOf(offer)
  const codecs = codecsOf(offer)
  const parts = linesOf(server)
  const port = parts[0]?.split(' ')[1] ?? '9'
  const common = [
    ...parts.filter((line) => line.startsWith('c=')),
    ...parts.filter((line) => /^a=(?:ice-ufrag|ice-pwd|fingerprint|candidate):/.test(line)),
    'a=setup:passive',
    'a=rtcp-mux',
  ]
  const lines = [
    'v=0',
    ORIGIN,
    's=-',
    't=0 0',
    `a=group:BUNDLE ${sections.map(({ mid }) => mid).join(' ')}`,
    'a=ice-lite',
  ]
  for (const section of sections) {
    const { kind, mid, direction } = section
    const used = codecs.filter(({ type, name }) => {
      return type === kind && (kind === 'audio' || direction === 'recvonly' || name === videoCodec)
    })
    const numbers = used.flatMap((codec) => [codec.payload_type, codec.rtx_payload_type ?? []].flat())
    lines.push(`m=${kind} ${port} UDP/TLS/RTP/SAVPF ${numbers.join(' ')}`, ...common)
    lines.push(...used.flatMap((codec) => codecLines(codec, offer)), `a=mid:${mid}`)
    if (direction === 'recvonly') lines.push(...sourceLines(sources.get(mid), kind))
    else if (direction === 'inactive') lines.push('a=inactive')
    else lines.push('a=recvonly', ...streamLines(section))
  }
  return `${lines.join('\r\n')}\r\n`
}

function codecLines({ type, name, payload_type, rtx_payload_type }: OfferedCodec, offer: string): string[] {
  if (type === 'audio')
    return [
      `a=rtpmap:${payload_type} opus/48000/2`,
      `a=fmtp:${payload_type} minptime=10;useinbandfec=1;stereo=1;sprop-stereo=0`,
    ]
  const parameters = linesOf(offer).find((line) => line.startsWith(`a=fmtp:${payload_type} `))
  const repeats =
    rtx_payload_type === null
      ? []
      : [`a=rtpmap:${rtx_payload_type} rtx/90000`, `a=fmtp:${rtx_payload_type} apt=${payload_type}`]
  return [
    `a=rtpmap:${payload_type} ${name}/90000`,
    ...(parameters ? [parameters] : []),
    ...FEEDBACK.map((feedback) => `a=rtcp-fb:${payload_type} ${feedback}`),
    ...repeats,
  ]
}

/** Returns the lines of a section that receives from one sender. */
function sourceLines(source: Source | undefined, kind: Section['kind']): string[] {
  if (!source) return ['a=inactive']
  const { ssrc, rtxSsrc } = source
  const lines = ['a=sendonly', `a=msid:${kind}${ssrc} ${kind}${ssrc}`]
  if (rtxSsrc !== null) lines.push(`a=ssrc-group:FID ${ssrc} ${rtxSsrc}`)
  return [...lines, ...[ssrc, rtxSsrc].flatMap((one) => (one === null ? [] : `a=ssrc:${one} cname:${ssrc}`))]
}

/** Returns the lines by which the streams of a sending section keep their names. */
function streamLines({ kind, lines }: Section): string[] {
  if (kind === 'audio') return []
  const rids = lines.flatMap((line) => /^a=rid:(\S+) send/.exec(line)?.[1] ?? [])
  const simulcast = rids.length > 1 ? [`a=simulcast:recv ${rids.join(';')}`] : []
  return [
    // Firefox offers names that it only sends.
    ...lines.filter((line) => NAMES_OF_STREAMS.test(line)).map((line) => line.replace('/sendonly', '/recvonly')),
    ...rids.map((rid) => `a=rid:${rid} recv`),
    ...simulcast,
  ]
}

function sectionsOf(offer: string): Section[] {
  return offer
    .split(/\r?\nm=/)
    .slice(1)
    .map((section) => ({
      kind: section.startsWith('video') ? 'video' : 'audio',
      mid: /^a=mid:(.+)$/m.exec(section)?.[1]?.trim() ?? '',
      direction: /^a=(sendrecv|sendonly|recvonly|inactive)\s*$/m.exec(section)?.[1] ?? 'sendrecv',
      lines: linesOf(section),
    }))
}

function linesOf(text: string): string[] {
  return text.split(/\r?\n/).filter((line) => line !== '')
}
