import type { Members } from './members.ts'
import { type Bytes, concat, hex, readAll } from './mls/codec.ts'
import { createCommit, type OwnCommit } from './mls/commit.ts'
import { applyCommit, type EpochParts, type ExternalSender, firstEpoch, readExternalSender } from './mls/epoch.ts'
import { sha256 } from './mls/hash.ts'
import { joinGroup } from './mls/join.ts'
import { newKeyPackage, type OwnKeyPackage } from './mls/key-package.ts'
import { type KeyPair, newSignatureKeys } from './mls/keys.ts'
import { readCommit, readWelcome } from './mls/messages.ts'
import { Proposals } from './proposals.ts'

/** Own commits of an epoch that may still be announced. */
const COMMITS_MAX = 4

/** Membership of one user in the group of a call: the epoch, and whatever may begin the next one. */
export class Membership {
  readonly #user: string
  readonly #groupId: Bytes
  readonly #members: Members
  /** Signature keys that the user's other calls have too. */
  readonly #sharedKeys: KeyPair | undefined
  readonly #proposals = new Proposals()
  readonly #commits = new Map<string, OwnCommit>()
  #sender: ExternalSender | undefined
  #package: OwnKeyPackage | undefined
  #epoch: EpochParts | undefined

  constructor(user: string, groupId: Bytes, members: Members, sharedKeys?: KeyPair) {
    this.#user = user
    this.#groupId = groupId
    this.#members = members
    this.#sharedKeys = sharedKeys
  }

  /** Epoch of the group with a first commit. Before it, each member has a group of itself alone. */
  get epoch(): EpochParts | undefined {
    return this.#epoch && this.#epoch.context.epoch > 0n ? this.#epoch : undefined
  }

  /** Whether the user is a member, or waits to be added. */
  get hasBegun(): boolean {
    return this.#package !== undefined
  }

  /** Leaves the group, if any, and returns the payload of op 26, by which the voice server adds the user again. */
  async begin(): Promise<Bytes> {
    this.#epoch = undefined
    this.#forgetProposals()
    // As bots do: a member who is replaced has a new signature key, which is in the group only once.
    const signatureKeys = this.#sharedKeys ?? (await newSignatureKeys())
    this.#package = await newKeyPackage(this.#user, signatureKeys)
    this.#found()
    return this.#package.keyPackage.encoded
  }

  #found(): void {
    if (this.#package && this.#sender) this.#epoch = firstEpoch(this.#groupId, this.#sender, this.#package)
  }

  #forgetProposals(): void {
    this.#proposals.clear()
    this.#commits.clear()
  }

  /** Handles op 25. A call keeps its external sender once there is a group (DAVE, External Sender). */
  setSender(payload: Bytes): void {
    if (this.epoch) return
    try {
      this.#sender = readAll(payload, readExternalSender)
    } catch {
      return
    }
    this.#forgetProposals()
    this.#found()
  }

  /** Handles op 27. Returns the payload of op 28, or undefined if there is nothing to commit. */
  async propose(payload: Bytes): Promise<Bytes | undefined> {
    const [epoch, sender] = [this.#epoch, this.#sender]
    if (!epoch || !sender) return undefined
    try {
      await this.#proposals.change(payload, epoch, sender, (user) => this.#members.isPresent(user))
      if (!this.#proposals.isCommittable(epoch.own)) return undefined
      const commit = await createCommit(epoch, [...this.#proposals.cached.values()])
      this.#remember(commit)
      return concat(commit.message, commit.welcome ?? new Uint8Array())
    } catch {
      // Proposals that do not fit the group: the voice server announces the commit of another member, or none.
      return undefined
    }
  }

  #remember(commit: OwnCommit): void {
    const [oldest] = this.#commits.keys()
    if (this.#commits.size >= COMMITS_MAX && oldest !== undefined) this.#commits.delete(oldest)
    this.#commits.set(nameOf(commit.message), commit)
  }

  /** Enters the epoch of a commit of op 29. Returns undefined, and stays, if the commit is not valid here. */
  async follow(commit: Bytes): Promise<EpochParts | undefined> {
    return this.#enter(await this.#committed(commit).catch(() => undefined))
  }

  async #committed(commit: Bytes): Promise<EpochParts | undefined> {
    const own = this.#commits.get(nameOf(commit))
    if (own) return own.next
    // A member without an established group has no commit to follow but its own.
    if (!this.epoch) return undefined
    const next = await applyCommit(this.epoch, readCommit(commit), this.#proposals.cached)
    return next === 'removed' ? undefined : next
  }

  /** Enters the group of a Welcome of op 30. Returns undefined, and stays, if the Welcome is not valid here. */
  async join(welcome: Bytes): Promise<EpochParts | undefined> {
    return this.#enter(await this.#welcomed(welcome).catch(() => undefined))
  }

  async #welcomed(welcome: Bytes): Promise<EpochParts | undefined> {
    const [own, sender] = [this.#package, this.#sender]
    if (!own || !sender || this.epoch) return undefined
    const isKnown = (user: string) => this.#members.wasNamed(user)
    return await joinGroup(readWelcome(welcome), own, { groupId: this.#groupId, sender, isKnown })
  }

  #enter(next: EpochParts | undefined): EpochParts | undefined {
    if (!next) return undefined
    this.#epoch = next
    this.#forgetProposals()
    return next
  }
}

function nameOf(message: Bytes): string {
  return hex(sha256(message))
}
