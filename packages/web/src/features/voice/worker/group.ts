import type { Codec } from './codecs.ts'
import { type Identity, privacyCodeOf, verificationCodeOf } from './codes.ts'
import { type DaveMessage, messageOf, sizeOf } from './inbox.ts'
import { MediaKeys, type MediaKind } from './media-keys.ts'
import { Members } from './members.ts'
import { Membership } from './membership.ts'
import { type Bytes, u64 } from './mls/codec.ts'
import { type EpochParts, exportOf } from './mls/epoch.ts'
import type { KeyPair } from './mls/keys.ts'
import { Transitions } from './transitions.ts'

const LABEL = 'Discord Secure Frames v0'
const KEY_BYTES = 16
const FIRST_EPOCH = 1
/** Messages that wait. A voice server that sends more than a member can work off ends the call. */
const QUEUE_MAX = 512
const QUEUE_BYTES_MAX = 4 * 1024 * 1024

/** Message for the voice server: JSON for 23 and 31, binary without the opcode for 26 and 28. */
export type DaveReply =
  | { readonly op: 23 | 31; readonly data: { readonly transition_id: number } }
  | { readonly op: 26 | 28; readonly payload: Bytes }

/** State of the encryption of a call, as the page shows it. */
export interface DaveState {
  /** Whether frames are sent plain. */
  readonly isPlain: boolean
  /** Epoch of the group; null without one. */
  readonly epoch: bigint | null
  /** Users in the group, with this one. Empty without a group. */
  readonly users: readonly string[]
  /** Privacy code of 30 digits, equal for all members; empty without a group. */
  readonly privacyCode: string
}

export interface DaveParts {
  readonly userId: string
  /** Channel, or the id of a stream's group. */
  readonly groupId: string
  /** Monotonic time in milliseconds. */
  readonly now: () => number
  /** Signature keys that this member's other calls have too. Default new ones. */
  readonly signatureKeys?: KeyPair
  readonly onChange?: (state: DaveState) => void
}

/**
 * End-to-end encryption of one call for one member: the member's side of DAVE. It holds no socket: `receive` takes the
 * messages of the voice server and returns the replies, `encrypt` and `decrypt` work on frames at any time.
 */
export class DaveGroup {
  readonly #parts: DaveParts
  readonly #members: Members
  readonly #membership: Membership
  readonly #media: MediaKeys
  readonly #transitions = new Transitions()
  /** Protocol version of the group that is made. */
  #version = 0
  #tail: Promise<unknown> = Promise.resolve()
  #waiting = 0
  #waitingBytes = 0

  constructor(parts: DaveParts) {
    const { userId, groupId, now, signatureKeys } = parts
    this.#parts = parts
    this.#members = new Members(userId)
    this.#membership = new Membership(userId, u64(BigInt(groupId)), this.#members, signatureKeys)
    this.#media = new MediaKeys(userId, now)
  }

  get state(): DaveState {
    const { epoch } = this.#membership
    return {
      isPlain: this.#media.isPlain,
      epoch: epoch?.context.epoch ?? null,
      users: epoch ? usersOf(epoch) : [],
      privacyCode: epoch ? privacyCodeOf(epoch.secrets.authenticator) : '',
    }
  }

  /**
   * Handles one message of the voice server after the former ones, and resolves with the replies in their order.
   * `data` is `d` of a JSON message, or the payload of a binary one behind its opcode. Other opcodes and malformed
   * messages change nothing. Rejects if too many messages wait: the connection must be closed.
   */
  receive(op: number, data: unknown): Promise<DaveReply[]> {
    const message = messageOf(op, data)
    if (!message) return Promise.resolve([])
    const bytes = sizeOf(message)
    if (this.#waiting >= QUEUE_MAX || this.#waitingBytes + bytes > QUEUE_BYTES_MAX)
      return Promise.reject(new Error('too many messages of the voice server wait'))
    this.#waiting += 1
    this.#waitingBytes += bytes
    const replies = this.#tail.then(() => this.#handle(message))
    this.#tail = replies
      .catch(() => {})
      .finally(() => {
        this.#waiting -= 1
        this.#waitingBytes -= bytes
      })
    return replies
  }

  async #handle(message: DaveMessage): Promise<DaveReply[]> {
    const [{ epoch }, { isPlain }] = [this.#membership, this.#media]
    const replies = await this.#answer(message)
    const isOther = this.#membership.epoch !== epoch || this.#media.isPlain !== isPlain
    if (isOther) this.#parts.onChange?.(this.state)
    return replies
  }

  async #answer(message: DaveMessage): Promise<DaveReply[]> {
    switch (message.op) {
      case 4:
        return await this.#start(message.version)
      case 11:
        this.#members.join(message.users)
        return []
      case 13:
        this.#members.leave(message.user)
        return []
      case 21:
        return this.#prepare(message.id, message.version)
      case 22:
        this.#execute(message.id)
        return []
      case 24:
        if (message.epoch !== FIRST_EPOCH || message.version === 0) return []
        this.#version = message.version
        return await this.#begin()
      case 25:
        this.#membership.setSender(message.payload)
        return []
      case 27: {
        const payload = await this.#membership.propose(message.payload)
        return payload ? [{ op: 28, payload }] : []
      }
      case 29:
        return await this.#adopt(message.id, () => this.#membership.follow(message.payload))
      case 30:
        return await this.#adopt(message.id, () => this.#membership.join(message.payload))
    }
  }

  /** Handles op 4. It comes again when media finds a new way: then the group stays. */
  async #start(version: number): Promise<DaveReply[]> {
    this.#media.start(version === 0)
    if (version === 0 || (version === this.#version && this.#membership.hasBegun)) return []
    this.#version = version
    return await this.#begin()
  }

  /** Offers a key package for a new group. Media keeps its keys until there is one. */
  async #begin(): Promise<DaveReply[]> {
    return [{ op: 26, payload: await this.#membership.begin() }]
  }

  #prepare(id: number, version: number): DaveReply[] {
    if (version === 0) this.#media.expectPlain()
    this.#transitions.announce(id, version)
    if (id !== 0) return [{ op: 23, data: { transition_id: id } }]
    this.#execute(0)
    if (!this.#membership.epoch) this.#media.stop()
    return []
  }

  #execute(id: number): void {
    const version = this.#transitions.execute(id)
    if (version === undefined) return
    this.#media.use()
    this.#media.setPlain(version === 0)
  }

  /** Enters the next epoch. A member who cannot asks to be added again, with a new key package. */
  async #adopt(id: number, enter: () => Promise<EpochParts | undefined>): Promise<DaveReply[]> {
    if (!this.#membership.hasBegun) return []
    const next = await enter()
    if (!next) return [{ op: 31, data: { transition_id: id } }, ...(await this.#begin())]
    const members = new Set(usersOf(next))
    this.#media.begin({ members, secretOf: (user) => exportOf(next, LABEL, contextOf(user), KEY_BYTES) })
    this.#transitions.announce(id, this.#version)
    if (id !== 0) return [{ op: 23, data: { transition_id: id } }]
    this.#execute(0)
    return []
  }

  /**
   * Returns the frame to send: plain in a call without encryption. Undefined for a frame that must not be sent, because
   * there are no keys yet.
   */
  async encrypt(codec: Codec, frame: Bytes): Promise<Bytes | undefined> {
    return await this.#media.encrypt(codec, frame)
  }

  /** Returns the frame of a user; undefined for one that cannot be opened, or is plain in an encrypted call. */
  async decrypt(user: string, frame: Bytes, media: MediaKind = 'audio'): Promise<Bytes | undefined> {
    return await this.#media.decrypt(user, frame, media)
  }

  /** Returns the code of 45 digits that another member of the group sees too; undefined if there is none. */
  async verificationCode(user: string): Promise<string | undefined> {
    const [own, other] = [this.#parts.userId, user].map((id) => this.#identity(id))
    return own && other && own !== other ? await verificationCodeOf(own, other) : undefined
  }

  #identity(user: string): Identity | undefined {
    for (const [, leaf] of this.#membership.epoch?.tree.leaves() ?? []) if (leaf.user === user) return leaf
    return undefined
  }
}

function usersOf({ tree }: EpochParts): string[] {
  return [...tree.leaves()].map(([, { user }]) => user)
}

/** Context of a member's media keys: the user id, the lowest byte first. */
function contextOf(user: string): Bytes {
  return u64(BigInt(user)).reverse()
}
