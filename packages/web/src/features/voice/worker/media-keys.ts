import { type Codec, prepareFrame } from './codecs.ts'
import { isSilence, openFrame, parseFrame, type Range, type SealedFrame, sealFrame } from './frames.ts'
import { hasStartCode } from './h264.ts'
import type { Bytes } from './mls/codec.ts'
import { FRAMES_OF_KEY, KeyRatchet, NonceWindow } from './ratchet.ts'

/** Time for which frames of a former epoch, and plain frames after the begin of encryption, are accepted, in ms. */
const FORMER_MS = 10_000
/** Time for which plain frames are accepted before a change to a plain call, in ms. */
const DOWNGRADE_MS = 120_000
/** Epochs that are kept at once. Churn makes more only in an attack. */
const EPOCHS_MAX = 16
/**
 * Time after which this member uses the keys of a new epoch even if the transition is not executed, in ms. Others have
 * them by then, and bots leave a group after 36 frames of keys that they do not have.
 */
const SWITCH_MS = 500
const NONCES = 2 ** 32
const START_CODE_TRIES = 10

/** Kind of a frame's content. */
export type MediaKind = 'audio' | 'video'

/** Members of an epoch, and the secrets of their media. */
export interface MediaEpoch {
  readonly members: ReadonlySet<string>
  /** Returns the base secret of a member's keys. */
  readonly secretOf: (user: string) => Bytes
}

interface Receiver {
  readonly ratchet: KeyRatchet
  readonly used: NonceWindow
}

interface KeptEpoch extends MediaEpoch {
  readonly receivers: Map<string, Receiver>
  /** Time from which it is void. */
  until: number
}

interface Sender {
  readonly ratchet: KeyRatchet
  frames: number
}

/** Keys for the media of a call: those that this member sends with, and those of the others, of some epochs. */
export class MediaKeys {
  readonly #user: string
  readonly #now: () => number
  /** The newest first. */
  #epochs: KeptEpoch[] = []
  #sender: Sender | undefined
  #next: { readonly sender: Sender; readonly at: number } | undefined
  #plainUntil = 0
  #isPlain = false

  /** `now` is a monotonic time in milliseconds. */
  constructor(user: string, now: () => number) {
    this.#user = user
    this.#now = now
  }

  /** Whether frames are sent plain. */
  get isPlain(): boolean {
    return this.#isPlain
  }

  /** Begins an epoch: its frames are accepted at once, and sent from `use` on, or soon after. */
  begin(epoch: MediaEpoch): void {
    const now = this.#now()
    for (const former of this.#epochs) former.until = Math.min(former.until, now + FORMER_MS)
    const kept = { ...epoch, receivers: new Map(), until: Number.POSITIVE_INFINITY }
    this.#epochs = [kept, ...this.#epochs.filter(({ until }) => until > now)].slice(0, EPOCHS_MAX)
    this.#next = { sender: { ratchet: new KeyRatchet(epoch.secretOf(this.#user)), frames: 0 }, at: now + SWITCH_MS }
    if (!this.#sender) this.use()
  }

  /** Sends with the keys of the newest epoch. */
  use(): void {
    if (this.#next) this.#sender = this.#next.sender
    this.#next = undefined
  }

  /** Ends sending until an epoch begins: a lone member has no one to send to. */
  stop(): void {
    this.#sender = undefined
    this.#next = undefined
    for (const epoch of this.#epochs) epoch.until = Math.min(epoch.until, this.#now() + FORMER_MS)
  }

  /** Begins with a plain or an encrypted call. */
  start(isPlain: boolean): void {
    this.#isPlain = isPlain
  }

  /** Sends plain frames, or encrypted ones from now on: then plain ones on their way are accepted still. */
  setPlain(isPlain: boolean): void {
    if (this.#isPlain && !isPlain) this.#plainUntil = this.#now() + FORMER_MS
    this.#isPlain = isPlain
  }

  /** Accepts plain frames for a while: others will send them soon. */
  expectPlain(): void {
    this.#plainUntil = this.#now() + DOWNGRADE_MS
  }

  /** Returns the frame to send; undefined for one that must not be sent: the call is encrypted, but has no keys yet. */
  async encrypt(codec: Codec, frame: Bytes): Promise<Bytes | undefined> {
    if (this.#isPlain || (codec === 'opus' && isSilence(frame))) return frame
    if (this.#next && this.#now() >= this.#next.at) this.use()
    const sender = this.#sender
    if (!sender) return undefined
    const { frame: prepared, ranges, hasStartCodes } = prepareFrame(codec, frame)
    for (let attempt = 0; attempt < (hasStartCodes ? START_CODE_TRIES : 1); attempt++) {
      const count = sender.frames
      sender.frames += 1
      const key = await sender.ratchet.key(Math.floor(count / FRAMES_OF_KEY), this.#now())
      if (!key) return undefined
      const sealed = await sealFrame(key, count % NONCES, prepared, ranges)
      if (!sealed || !hasStartCodes || !hasStartCodeWithin(sealed, ranges)) return sealed
    }
    return undefined
  }

  /** Returns the frame of a member; undefined for one that cannot be opened, is repeated, or is plain without leave. */
  async decrypt(user: string, frame: Bytes, media: MediaKind): Promise<Bytes | undefined> {
    if (media === 'audio' && isSilence(frame)) return frame
    const sealed = parseFrame(frame)
    if (!sealed) return this.#isPlain || this.#now() < this.#plainUntil ? frame : undefined
    for (const epoch of this.#epochs) {
      if (epoch.until <= this.#now() || !epoch.members.has(user)) continue
      const opened = await this.#open(receiverOf(epoch, user), sealed)
      if (opened) return opened
    }
    return undefined
  }

  async #open({ ratchet, used }: Receiver, sealed: SealedFrame): Promise<Bytes | undefined> {
    const generation = ratchet.generationOf(sealed.nonce)
    const place = generation * FRAMES_OF_KEY + (sealed.nonce % FRAMES_OF_KEY)
    if (used.has(place)) return undefined
    const key = await ratchet.key(generation, this.#now())
    if (!key) return undefined
    try {
      const opened = await openFrame(key, sealed)
      return used.take(place) ? opened : undefined
    } catch {
      // WebCrypto does not say why: a frame of another epoch, or a forged one.
      return undefined
    }
  }
}

function receiverOf({ receivers, secretOf }: KeptEpoch, user: string): Receiver {
  let receiver = receivers.get(user)
  if (!receiver) {
    receiver = { ratchet: new KeyRatchet(secretOf(user)), used: new NonceWindow() }
    receivers.set(user, receiver)
  }
  return receiver
}

/** Whether encrypted parts of a frame, or its end, contain a start code. Clear ones may touch them. */
function hasStartCodeWithin(sealed: Bytes, ranges: readonly Range[]): boolean {
  let at = 0
  for (const { offset, size } of [...ranges, { offset: sealed.length, size: 0 }]) {
    // Two bytes before an encrypted part could be the begin of a start code that ends in it.
    if (offset > at && hasStartCode(sealed.subarray(Math.max(0, at - 2), offset))) return true
    at = offset + size
  }
  return false
}
