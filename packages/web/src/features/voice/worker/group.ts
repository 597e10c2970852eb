import type { Codec } from './codecs.ts'
import { type Identity, privacyCodeOf, verificationCodeOf } from './codes.ts'
import { type DaveMessage, messageOf } from './inbox.ts'
import { MediaKeys } from './media-keys.ts'
import { Members } from './members.ts'
import { type Bytes, concat, hex, readAll, u64 } from './mls/codec.ts'
import { createCommit, type OwnCommit } from './mls/commit.ts'
import {
  applyCommit,
  type EpochParts,
  type ExternalSender,
  exportOf,
  firstEpoch,
  readExternalSender,
} from './mls/epoch.ts'
import { sha256 } from './mls/hash.ts'
import { joinGroup } from './mls/join.ts'
import { newKeyPackage, type OwnKeyPackage } from './mls/key-package.ts'
import { type KeyPair, newSignatureKeys } from './mls/keys.ts'
import { readCommit, readWelcome } from './mls/messages.ts'
import { Proposals } from './proposals.ts'
import { Transitions } from './transitions.ts'

const LABEL = 'Discord Secure Frames v0'
const KEY_BYTES = 16
const FIRST_EPOCH = 1
/** Own commits of an epoch that may still be announced. */
const COMMITS_MAX = 4
/** Messages that wait. A server that sends more than a member can work off ends its call. */
const QUEUE_MAX = 512

/** Message for the voice server: JSON for 23 and 31, binary without the opcode for 26 and 28. */
export type DaveReply =
  | { readonly op: 23 | 31; readonly data: { readonly transition_id: number } }
  | { readonly op: 26 | 28; readonly payload: Bytes }

/** What a call shows about its encryption. */
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
  readonly #groupId: Bytes
  readonly #members: Members
  readonly #media: MediaKeys
  readonly #transitions = new Transitions()
  readonly #proposals = new Proposals()
  readonly #commits = new Map<string, OwnCommit>()
  #sender: ExternalSender | undefined
  #package: OwnKeyPackage | undefined
  #signatureKeys: KeyPair | undefined
  #epoch: EpochParts | undefined
  /** Protocol version of the group that is made. */
  #version = 0
  #tail: Promise<unknown> = Promise.resolve()
  #waiting = 0

  constructor(parts: DaveParts) {
    this.#parts = parts
    this.#groupId = u64(BigInt(parts.groupId))
    this.#members = new Members(parts.userId)
    this.#media = new MediaKeys(parts.userId, parts.now)
    this.#signatureKeys = parts.signatureKeys
  }

  get state(): DaveState {
    const epoch = this.#established
    return {
      isPlain: this.#media.isPlain,
      epoch: epoch?.context.epoch ?? null,
      users: epoch ? [...epoch.tree.leaves()].map(([, { user }]) => user) : [],
      privacyCode: epoch ? privacyCodeOf(epoch.secrets.authenticator) : '',
    }
  }

  /** Group with a first commit. Before it, a member has a group of itself alone. */
  get #established(): EpochParts | undefined {
    return this.#epoch && this.#epoch.context.epoch > 0n ? this.#epoch : undefined
  }

  /**
   * Handles one message of the voice server after the former ones, and returns the replies in their order. `data` is
   * `d` of a JSON message, or the payload of a binary one behind its opcode. Other opcodes and malformed messages change
   * nothing.
   * @throws if too many messages wait: the connection must be closed
   */
  receive(op: number, data: unknown): Promise<DaveReply[]> {
    const message = messageOf(op, data)
    if (!message) return Promise.resolve([])
    if (this.#waiting >= QUEUE_MAX) return Promise.reject(new Error('too many messages of the voice server wait'))
    this.#waiting += 1
    const replies = this.#tail.then(() => this.#handle(message))
    this.#tail = replies
      .catch(() => {})
      .finally(() => {
        this.#waiting -= 1
      })
    return replies
  }

  async #handle(message: DaveMessage): Promise<DaveReply[]> {
    const before = this.#shown()
    const replies = await this.#answer(message)
    if (this.#shown() !== before) this.#parts.onChange?.(this.state)
    return replies
  }

  #shown(): string {
    return `${this.#media.isPlain} ${this.#epoch?.context.epoch} ${hex(this.#epoch?.secrets.authenticator ?? NOTHING)}`
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
        this.#media.forget(message.user)
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
        this.#setSender(message.payload)
        return []
      case 27:
        return await this.#propose(message.payload)
      case 29:
        return await this.#adopt(message.id, () => this.#committed(message.payload))
      case 30:
        return await this.#adopt(message.id, () => this.#welcomed(message.payload))
    }
  }

  /** Handles op 4. It comes again when media finds a new way: then the group stays. */
  async #start(version: number): Promise<DaveReply[]> {
    this.#media.setPlain(version === 0)
    if (version === 0 || (version === this.#version && this.#epoch)) return []
    this.#version = version
    return await this.#begin()
  }

  /** Begins a group anew, and offers a key package. Media keeps its keys until there is another group. */
  async #begin(): Promise<DaveReply[]> {
    this.#epoch = undefined
    this.#forgetProposals()
    // Bots keep no signature key over a new group, and refuse a member who is replaced with the same one.
    this.#signatureKeys = this.#parts.signatureKeys ?? (await newSignatureKeys())
    this.#package = await newKeyPackage(this.#parts.userId, this.#signatureKeys)
    this.#found()
    return [{ op: 26, payload: this.#package.keyPackage.encoded }]
  }

  #found(): void {
    if (this.#package && this.#sender) this.#epoch = firstEpoch(this.#groupId, this.#sender, this.#package)
  }

  #forgetProposals(): void {
    this.#proposals.clear()
    this.#commits.clear()
  }

  #setSender(payload: Bytes): void {
    // A call keeps one external sender (DAVE, External Sender).
    if (this.#established) return
    const sender = attempt(() => readAll(payload, readExternalSender))
    if (!sender) return
    this.#sender = sender
    this.#forgetProposals()
    this.#found()
  }

  #prepare(id: number, version: number): DaveReply[] {
    if (version === 0) this.#media.expectPlain()
    this.#transitions.announce(id, version)
    if (id !== 0) return [{ op: 23, data: { transition_id: id } }]
    this.#execute(0)
    if (!this.#established) this.#media.stop()
    return []
  }

  #execute(id: number): void {
    const version = this.#transitions.execute(id)
    if (version === undefined) return
    this.#media.use()
    this.#media.setPlain(version === 0)
  }

  async #propose(payload: Bytes): Promise<DaveReply[]> {
    const [epoch, sender] = [this.#epoch, this.#sender]
    if (!epoch || !sender) return []
    try {
      await this.#proposals.change(payload, epoch, sender, (user) => this.#members.isPresent(user))
      if (!this.#proposals.isCommittable(epoch.own)) return []
      const commit = await createCommit(epoch, [...this.#proposals.cached.values()])
      this.#remember(commit)
      return [{ op: 28, payload: concat(commit.message, commit.welcome ?? NOTHING) }]
    } catch {
      // Proposals that do not fit the group: another member may commit others.
      return []
    }
  }

  #remember(commit: OwnCommit): void {
    const [oldest] = this.#commits.keys()
    if (this.#commits.size >= COMMITS_MAX && oldest !== undefined) this.#commits.delete(oldest)
    this.#commits.set(nameOf(commit.message), commit)
  }

  async #committed(payload: Bytes): Promise<EpochParts | undefined> {
    const own = this.#commits.get(nameOf(payload))
    if (own) return own.next
    // A member without an established group has no commit to follow but its own.
    if (!this.#established) return undefined
    const next = await applyCommit(this.#established, readCommit(payload), this.#proposals.cached)
    return next === 'removed' ? undefined : next
  }

  async #welcomed(payload: Bytes): Promise<EpochParts | undefined> {
    const [own, sender] = [this.#package, this.#sender]
    if (!own || !sender || this.#established) return undefined
    const isKnown = (user: string) => this.#members.wasNamed(user)
    return await joinGroup(readWelcome(payload), own, { groupId: this.#groupId, sender, isKnown })
  }

  /** Enters the next epoch. A member who cannot asks to be added again, with a new key package. */
  async #adopt(id: number, enter: () => Promise<EpochParts | undefined>): Promise<DaveReply[]> {
    if (!this.#package) return []
    const next = await enter().catch(() => undefined)
    if (!next) return [{ op: 31, data: { transition_id: id } }, ...(await this.#begin())]
    this.#epoch = next
    this.#forgetProposals()
    const members = new Set([...next.tree.leaves()].map(([, { user }]) => user))
    this.#media.begin({ members, secretOf: (user) => exportOf(next, LABEL, contextOf(user), KEY_BYTES) })
    this.#transitions.announce(id, this.#version)
    if (id !== 0) return [{ op: 23, data: { transition_id: id } }]
    this.#execute(0)
    return []
  }

  /**
   * Returns the frame to send: plain in a call without encryption. Undefined for a frame that must not be sent: there
   * are no keys yet.
   */
  async encrypt(codec: Codec, frame: Bytes): Promise<Bytes | undefined> {
    return await this.#media.encrypt(codec, frame)
  }

  /** Returns the frame of a user; undefined for one that cannot be opened, or is plain in an encrypted call. */
  async decrypt(user: string, frame: Bytes): Promise<Bytes | undefined> {
    return await this.#media.decrypt(user, frame)
  }

  /** Returns the code of 45 digits that another member of the group sees too; undefined if there is none. */
  async verificationCode(user: string): Promise<string | undefined> {
    const [own, other] = [this.#parts.userId, user].map((id) => this.#identity(id))
    return own && other && user !== this.#parts.userId ? await verificationCodeOf(own, other) : undefined
  }

  #identity(user: string): Identity | undefined {
    for (const [, leaf] of this.#established?.tree.leaves() ?? []) if (leaf.user === user) return leaf
    return undefined
  }
}

const NOTHING: Bytes = new Uint8Array()

function nameOf(message: Bytes): string {
  return hex(sha256(message))
}

/** Context of a member's media keys: the user id, the lowest byte first. */
function contextOf(user: string): Bytes {
  return u64(BigInt(user)).reverse()
}

function attempt<Value>(read: () => Value): Value | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
