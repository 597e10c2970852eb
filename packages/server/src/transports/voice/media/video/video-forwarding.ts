import type { UdpAddress } from '../addresses.ts'
import type { DropReason } from '../drop-counts.ts'
import type { Participant } from '../participant.ts'
import { RtpPacket } from '../rtp-packet.ts'
import {
  bandwidthLimit,
  type Feedback,
  keyFrameRequest,
  packetsOf,
  type RtcpPacket,
  readFeedback,
  receiverReport,
  repeatRequest,
} from '../webrtc/feedback.ts'
import { extensionText } from '../webrtc/header-extensions.ts'
import { mediaOfBrowser } from '../webrtc/payload.ts'
import { readSenderReport, senderReportFor } from '../webrtc/rtcp.ts'
import type { OpenedRtp } from '../webrtc/srtp.ts'
import type { VideoCodecName } from '../webrtc/video-offer.ts'
import type { WebRtcWay } from '../webrtc/webrtc-way.ts'
import { beginsKeyFrame } from './key-frames.ts'
import { aim, limitOf, newView } from './layers.ts'
import type { VideoStream } from './video-stream.ts'

const MARKER = 0xfafa
const SEQUENCE_RANGE = 2 ** 16
/** Time between two reports to a sender, in ms. */
const REPORT_MS = 1_000
/** Bytes in front of the payload of a repetition: the original sequence number (RFC 4588). */
const ORIGINAL_BYTES = 2
/** Packets before a new one that are asked for if they are missing. */
const MISSING_MAX = 64

export interface VideoForwardingParts {
  /** Monotonic time in ms. */
  now: () => number
  send: (packet: Buffer, to: UdpAddress) => void
  drop: (reason: DropReason) => void
  forwarded: () => void
}

/** Forwards video between browsers: to those who want it, in the layer that they can take. */
export class VideoForwarding {
  readonly #parts: VideoForwardingParts

  constructor(parts: VideoForwardingParts) {
    this.#parts = parts
  }

  /** Takes a packet of a browser whose payload type is one of video. */
  receive(sender: Participant, way: WebRtcWay, { header, payload }: OpenedRtp): void {
    const kind = way.video(header.readUInt8(1) & 0x7f)
    const kinds = sender.rules.video?.send
    if (!kind) return this.#parts.drop('wrong payload type')
    if (!kinds || sender.video.streams.length === 0) return this.#parts.drop('not permitted to send')
    const media = mediaOfBrowser(header, payload)
    // Browsers probe the network with packets of padding alone.
    if (!media) return
    const now = this.#parts.now()
    const stream = kind.repeats ? this.#repeatedStream(sender, way, header) : this.#stream(sender, way, header)
    if (!stream) return this.#parts.drop('unknown SSRC')
    if (kind.repeats && media.length <= ORIGINAL_BYTES) return this.#parts.drop('malformed')
    const sequence = kind.repeats ? media.readUInt16BE(0) : header.readUInt16BE(2)
    const frame = kind.repeats ? media.subarray(ORIGINAL_BYTES) : media
    const index = kind.repeats ? stream.order.recover(sequence) : this.#take(sender, stream, sequence)
    if (index === undefined) return this.#parts.drop('sent before')
    stream.came(frame.length, now)
    if (!stream.active) return this.#parts.drop('not permitted to send')
    const ended = endedFrame(header, frame)
    if (ended && !(ended === 'plain' ? kinds.plain : kinds.encrypted))
      return this.#parts.drop(
        ended === 'plain' ? 'plain frame in an encrypted call' : 'encrypted frame in a plain call',
      )
    const isKey = beginsKeyFrame(kind.codec, frame)
    if (isKey) stream.keyFrameBegan()
    const packet = new RtpPacket({ header, body: frame, media: frame, ssrc: stream.ssrc, fromBrowser: true, index })
    stream.cache.add({ index, header: Buffer.from(packet.bareHeader(0)), payload: frame, codec: kind.codec, at: now })
    for (const receiver of sender.call) {
      if (receiver === sender) continue
      const view = receiver.video.views.get(sender)
      // A key frame that cannot reach its receiver would be lost, and what follows it useless.
      if (view?.next === stream && receiver.browser?.isReachable) {
        if (isKey) Object.assign(view, { current: stream, next: null })
        else stream.wantKeyFrame()
      }
      if (view?.current === stream) this.#forward(receiver, kind.codec, packet)
    }
    this.#report(sender, now)
    this.#askForKeyFrame(sender, stream)
  }

  /**
   * Counts a packet, and asks its sender for those that are missing before it. The receivers would ask later, and not
   * for packets of a layer that they do not get yet.
   */
  #take(sender: Participant, stream: VideoStream, sequence: number): number | undefined {
    stream.reception?.received(sequence)
    const { newest } = stream.order
    const index = stream.order.take(sequence)
    if (index !== undefined && sender.video.isWatched) this.#askForLost(sender, stream, missingBetween(newest, index))
    return index
  }

  #stream(sender: Participant, way: WebRtcWay, header: Buffer): VideoStream | undefined {
    const source = header.readUInt32BE(8)
    const stream = sender.video.find(source, ridOf(header, way.videoOffer.ridId))
    if (stream && stream.source !== source) stream.learn(source)
    return stream
  }

  /** Repetitions have another SSRC, and name their stream as long as the browser does not know that we do. */
  #repeatedStream(sender: Participant, way: WebRtcWay, header: Buffer): VideoStream | undefined {
    const source = header.readUInt32BE(8)
    const known = way.repeats.get(source)
    if (known) return known
    const stream = sender.video.find(0, ridOf(header, way.videoOffer.repairedRidId))
    if (stream) way.repeats.set(source, stream)
    return stream
  }

  #forward(receiver: Participant, codec: VideoCodecName, packet: RtpPacket): void {
    const { browser, rules } = receiver
    const payloads = browser?.videoOffer.codecs.get(codec)
    if (!browser?.remote || !payloads || !rules.video?.receive) return this.#parts.drop('not permitted to receive')
    const sealed = browser.sealVideo(packet, payloads.payloadType)
    if (!sealed) return this.#parts.drop('sent before')
    this.#parts.forwarded()
    this.#parts.send(sealed, browser.remote)
  }

  /** Chooses anew what everyone in a call receives of everyone, and tells senders what is wanted of them. */
  aimAll(call: ReadonlySet<Participant>): void {
    for (const sender of call) this.aimAt(sender)
  }

  /** Chooses anew what the others receive of one participant. */
  aimAt(sender: Participant): void {
    const { streams } = sender.video
    // Most members show nothing: a stage with thousands must not be searched for each of them.
    if (!sender.video.isWatched && !streams.some(({ active }) => active)) return
    const now = this.#parts.now()
    const wanted = new Map(streams.map(({ ssrc }) => [ssrc, 0]))
    for (const receiver of sender.call) {
      if (receiver === sender) continue
      const aimed = aim(sender, receiver, now)
      this.#look(receiver, sender, aimed?.target ?? null)
      for (const { ssrc, quality } of aimed ? [aimed.target, aimed.preferred] : []) wanted.set(ssrc, quality)
    }
    for (const stream of streams) this.#askForKeyFrame(sender, stream)
    sender.video.isWatched = [...wanted.values()].some((quality) => quality > 0)
    const text = [...wanted].join()
    if (text === sender.video.wantedText) return
    sender.video.wantedText = text
    sender.events.videoWanted?.(wanted)
  }

  #look(receiver: Participant, sender: Participant, target: VideoStream | null): void {
    const { views } = receiver.video
    if (!target) return void views.delete(sender)
    const view = views.get(sender) ?? newView(this.#parts.now())
    views.set(sender, view)
    if (view.current === target) view.next = null
    else if (view.next !== target) {
      view.next = target
      target.wantKeyFrame()
    }
    if (view.current && !view.current.active) view.current = null
  }

  /** Takes reports of a browser: about what it sends, for the others, and about what it receives. */
  reports(from: Participant, compound: Buffer): void {
    for (const packet of packetsOf(compound)) {
      const report = readSenderReport(packet)
      if (report) this.#passReport(from, report, packet)
      for (const feedback of readFeedback(packet)) this.#feedback(from, feedback)
    }
  }

  /** Forwards a sender report to other browsers, which keep sound and picture together by it. */
  #passReport(sender: Participant, { ssrc, time }: { ssrc: number; time: number }, packet: RtcpPacket): void {
    const stream = sender.video.streams.find(({ source }) => source === ssrc)
    stream?.reception?.reported(time, this.#parts.now())
    const passed = senderReportFor(packet, stream?.ssrc ?? sender.ssrc)
    for (const receiver of sender.call) {
      if (receiver === sender || !receiver.browser) continue
      const isWatching = receiver.video.views.get(sender)?.current === stream
      if (stream ? isWatching : sender.rules.send && receiver.rules.receive) this.#send(receiver, passed)
    }
  }

  #feedback(receiver: Participant, feedback: Feedback): void {
    if (feedback.kind === 'bandwidth') {
      receiver.video.bandwidth = feedback.bitsPerSecond
      for (const sender of receiver.video.views.keys()) this.aimAt(sender)
      return
    }
    for (const [sender, { current }] of receiver.video.views) {
      if (current?.ssrc !== feedback.ssrc) continue
      if (feedback.kind === 'lost') return this.#repeat(receiver, sender, current, feedback.sequences)
      current.wantKeyFrame()
      return this.#askForKeyFrame(sender, current)
    }
  }

  #repeat(receiver: Participant, sender: Participant, stream: VideoStream, sequences: readonly number[]): void {
    const { browser, video } = receiver
    const now = this.#parts.now()
    const unknown: number[] = []
    for (const sequence of sequences) {
      if (!video.repeats.take(now)) return this.#parts.drop('too many packets')
      const packet = stream.cache.find(sequence, now)
      if (!packet) unknown.push(sequence)
      else if (browser?.remote) {
        const to = { ssrc: stream.rtxSsrc, index: video.nextRepeat(stream.rtxSsrc) }
        const sealed = browser.sealRepeat(packet, to)
        if (sealed) this.#parts.send(sealed, browser.remote)
      }
    }
    // Lost on the way here: its sender has it still.
    this.#askForLost(sender, stream, unknown)
  }

  #askForLost(sender: Participant, stream: VideoStream, sequences: readonly number[]): void {
    const fresh = stream.takeRepeatRequest(sequences, this.#parts.now())
    const asked = fresh.map((sequence) => stream.order.sequenceOf(sequence))
    if (asked.length > 0 && stream.source !== null) this.#tell(sender, repeatRequest(stream.source, asked))
  }

  #askForKeyFrame(sender: Participant, stream: VideoStream): void {
    if (stream.source === null || !stream.takeKeyFrameRequest(this.#parts.now())) return
    this.#tell(sender, keyFrameRequest(stream.source))
  }

  /** Tells a sender how its streams arrive, and how much the others can take, once a second. */
  #report(sender: Participant, now: number): void {
    const { video } = sender
    if (now - video.reportedAt < REPORT_MS) return
    video.reportedAt = now
    const receptions = video.streams.flatMap(({ reception }) => reception?.report(now) ?? [])
    const sources = receptions.map(({ ssrc }) => ssrc)
    const report = [receiverReport(receptions), bandwidthLimit(limitOf(sender), sources)]
    this.#send(sender, Buffer.concat(report))
    // A layer may have stalled, or come again.
    this.aimAt(sender)
  }

  #tell(sender: Participant, packet: Buffer): void {
    // A compound packet begins with a report (RFC 3550, section 6.1).
    this.#send(sender, Buffer.concat([receiverReport([]), packet]))
  }

  #send({ browser }: Participant, compound: Buffer): void {
    const sealed = browser?.sealReport(compound)
    if (sealed && browser?.remote) this.#parts.send(sealed, browser.remote)
  }
}

const ridOf = (header: Buffer, id: number | null) => (id === null ? undefined : extensionText(header, id))

/** Returns the sequence numbers between the newest packet and the next one. */
function missingBetween(newest: number, index: number): number[] {
  const missing: number[] = []
  if (newest >= 0)
    for (let at = Math.max(newest + 1, index - MISSING_MAX); at < index; at++) missing.push(at % SEQUENCE_RANGE)
  return missing
}

/** Returns the kind of the frame that a packet ends; undefined for a packet in the middle of one. */
function endedFrame(header: Buffer, payload: Buffer): 'plain' | 'encrypted' | undefined {
  if ((header.readUInt8(1) & 0x80) === 0) return undefined
  const { length } = payload
  return length >= 2 && payload.readUInt16BE(length - 2) === MARKER ? 'encrypted' : 'plain'
}
