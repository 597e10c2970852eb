import type { Participant } from '../participant.ts'
import type { View } from './video-side.ts'
import type { VideoStream } from './video-stream.ts'

/** Quality up to which a smaller layer is enough. */
const HALF = 50
/** Bits per second below which a receiver gets the small layer, and from which it may get the full one again. */
const FULL_BITS = 600_000
const RETRY_BITS = 250_000
/** Least bandwidth that a picture needs, whatever its rate was so far. */
const LEAST_BITS = 30_000
/** Time in which the estimate of a receiver grows to what it is sent, in ms. */
const JUDGE_MS = 5_000
/** Time after which the full layer is tried again, in ms. It doubles each time. */
const RETRY_MS = 10_000
const RETRY_MS_MAX = 160_000
/** Limits of what one sender may send in all its layers, in bits per second. */
const SENDER_BITS = { min: 1_000_000, max: 3_000_000 }

/** Returns a view of nothing yet. */
export function newView(now: number): View {
  return { current: null, next: null, isLimited: false, judgedFrom: now + JUDGE_MS, fullFrom: 0, retryMs: RETRY_MS }
}

/** Streams of a sender that a receiver is meant to get. */
export interface Aim {
  /** The stream to forward: another one than the preferred as long as the browser does not send that. */
  readonly target: VideoStream
  /** The stream that fits the wish and the bandwidth of the receiver. */
  readonly preferred: VideoStream
}

/** Returns what a participant receives of another; null for nothing: it is not permitted, or not wanted. */
export function aim(sender: Participant, receiver: Participant, now: number): Aim | null {
  if (!sender.rules.video?.send || !receiver.rules.video?.receive || !receiver.browser) return null
  const active = sender.video.streams.filter((stream) => stream.active)
  const want = receiver.video.wantOf(sender.video.streams)
  if (want === 0) return null
  const view = receiver.video.views.get(sender)
  const small = active.filter(({ quality }) => quality <= HALF)
  const rates = { full: active[0]?.bitsPerSecond ?? 0, small: small[0]?.bitsPerSecond ?? 0 }
  const isSmall = want <= HALF || (view !== undefined && limits(view, { share: shareOf(receiver), rates, now }))
  const preferred = (isSmall ? small[0] : undefined) ?? active[0]
  if (!preferred) return null
  const steady = preferred.hasStalled(now) ? active.find((stream) => stream.isSteady(now)) : undefined
  return { target: steady ?? preferred, preferred }
}

/** Returns the bandwidth to a receiver for each picture that it watches; infinite as long as it is unknown. */
function shareOf({ video: { bandwidth, views } }: Participant): number {
  return bandwidth === null ? Number.POSITIVE_INFINITY : bandwidth / Math.max(1, views.size)
}

interface Bandwidth {
  /** Estimate of the receiver for one picture. */
  readonly share: number
  /** Rates of the layers. */
  readonly rates: { readonly full: number; readonly small: number }
  readonly now: number
}

/**
 * Returns whether a receiver has too little bandwidth for the full layer. An estimate does not much exceed what was
 * sent, so that one of a still picture is low on a good network too.
 */
function limits(view: View, { share, rates, now }: Bandwidth): boolean {
  if (view.isLimited) {
    if (share < Math.min(RETRY_BITS, Math.max(LEAST_BITS, rates.small)) || now < view.fullFrom) return true
    Object.assign(view, { isLimited: false, judgedFrom: now + JUDGE_MS })
  } else if (share < Math.min(FULL_BITS, Math.max(LEAST_BITS, rates.full)) && now >= view.judgedFrom) {
    const retryMs = Math.min(RETRY_MS_MAX, 2 * view.retryMs)
    Object.assign(view, { isLimited: true, fullFrom: now + view.retryMs, retryMs })
  }
  return view.isLimited
}

/**
 * Returns how many bits per second a participant may send: the least that those have who watch the full picture. One
 * who claims to have nearly nothing gets the small one, and does not spoil the picture of the others.
 */
export function limitOf(sender: Participant): number {
  const [top] = sender.video.streams
  let least = SENDER_BITS.max
  for (const receiver of sender.call) {
    if (receiver.video.views.get(sender)?.current === top) least = Math.min(least, shareOf(receiver))
  }
  return Math.max(SENDER_BITS.min, least)
}
