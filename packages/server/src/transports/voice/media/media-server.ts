import type { Socket } from 'node:net'
import type { CallMemberFacts, MediaFault } from '../../../kernel/voice-control.ts'
import type { UdpAddress } from './addresses.ts'
import type { FrameKinds } from './frame-kinds.ts'
import type { VideoWants } from './video/video-side.ts'
import type { StreamIds, StreamOffer } from './video/video-stream.ts'
import type { WebRtcAnswer, WebRtcOffer } from './webrtc/sdp.ts'
import type { VideoCodecName, VideoOffer } from './webrtc/video-offer.ts'

export type { UdpAddress } from './addresses.ts'
export type { VideoWants } from './video/video-side.ts'
export type { StreamIds, StreamOffer } from './video/video-stream.ts'

/** Modes of transport encryption, the preferred one first. */
export const TRANSPORT_MODES = ['aead_aes256_gcm_rtpsize', 'aead_xchacha20_poly1305_rtpsize'] as const

export type TransportMode = (typeof TRANSPORT_MODES)[number]

/**
 * Rules about the media of one participant. The owner of the call keeps them current: server mute, suppression and
 * missing SPEAK clear `send`; deafening clears `receive`; the DAVE group gives the kinds.
 */
export interface MediaRules {
  /** Kinds of frames that are forwarded from this participant. Null forwards nothing, silence frames included. */
  send: FrameKinds | null
  /** Kinds of frames that are forwarded to this participant. Null forwards nothing, silence frames included. */
  receive: FrameKinds | null
  /** Kinds of frames of video. Without it none is forwarded. */
  video?: { readonly send: FrameKinds | null; readonly receive: FrameKinds | null }
}

/** Kind of a participant, its transport, and its packets of sound. */
export type MediaFacts = Pick<CallMemberFacts, 'kind' | 'transport' | 'received' | 'lost' | 'fault'>

/** Reports of the media server about a participant. */
export interface MediaEvents {
  /** The first frame other than silence after half a second without one was forwarded or could have been. */
  speaking?(): void
  /** Authenticated packets arrive from another address than before. */
  addressChanged?(address: UdpAddress): void
  /**
   * The transport key has no nonce left for packets to the participant, after 2^31 packets. Nothing is sent to it any
   * more: the voice gateway ends the voice session, and the client connects again.
   */
  keyUsedUp?(): void
  /** The qualities in which others watch this participant's streams have changed, by SSRC. 0 for none. */
  videoWanted?(wanted: ReadonlyMap<number, number>): void
}

/** One participant's media. It belongs to one voice session, and ends with `close`. */
export interface MediaSession {
  /** Unique on this server. */
  readonly ssrc: number
  /** Address that op 2 names. */
  readonly server: UdpAddress
  /**
   * Selects the mode and returns a fresh key of 32 bytes for op 4. A later call replaces mode and key.
   * @param claimed address of op 1. Media goes there if IP discovery was requested from it, otherwise to the first
   * address that requested IP discovery, and later to where authenticated packets come from.
   */
  select(mode: TransportMode, claimed: UdpAddress): Buffer
  /**
   * Takes the offer of a browser, and returns what the browser needs to connect. A later call finds the way anew: ICE
   * restarts, and with another certificate of the browser DTLS too.
   */
  negotiate(offer: WebRtcOffer): WebRtcAnswer
  /** Whether the client may call an SSRC its own: the one of op 2, or any that is not another member's in a browser. */
  owns(ssrc: number): boolean
  /** Streams of video that the participant may send, as op 2 names them. */
  readonly streams: readonly StreamIds[]
  /** Codecs of video that the client has; none in one without WebRTC. */
  readonly videoCodecs: readonly VideoCodecName[]
  /** Takes other codecs of the client (op 14). */
  useCodecs(codecs: VideoOffer['codecs']): void
  /** Says which streams the client sends, by `rid` (op 12). */
  show(rids: readonly string[]): void
  /** Says which video of others the client wants (op 15). */
  want(wants: VideoWants): void
  /** Replaces what this participant may send and receive. Before the first call nothing is forwarded. */
  permit(rules: MediaRules): void
  /** Facts about the media, for operators and tests. */
  facts(): MediaFacts
  /** Disturbs all packets of the participant, both ways; null ends that. */
  disturb(fault: MediaFault | null): void
  /** Ends the session. Its SSRC is unknown from now on. */
  close(): void
}

/**
 * Takes and forwards media packets. Participants of one call hear each other, and calls are independent. Each session
 * names its port, so an implementation may spread calls over ports, threads or nodes.
 */
export interface MediaServer {
  /** Opens the media of one participant. `call` is any value that identifies the call on this server. */
  open(call: string, events?: MediaEvents, streams?: readonly StreamOffer[]): MediaSession
  /** Address that clients receive, as op 2 and the ready line name it. */
  readonly server: UdpAddress
  /** Returns how many packets were forwarded, and how many were dropped for each reason, since the start. */
  counts(): { forwarded: number; dropped: Readonly<Record<string, number>> }
  /** Takes a TCP connection, on which a browser sends packets with their lengths. */
  takeConnection(socket: Socket): void
  /** Closes the socket, and connections that carry packets. */
  stop(): Promise<void>
}
