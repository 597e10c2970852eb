import { type Snowflake, VoiceOp } from '@guildhall/protocol'
import { type Batch, isCommitOf, openBatch } from './batch.ts'
import type { DaveMessage, DaveRefusal } from './call-encryption.ts'
import { u16, u64 } from './codec.ts'
import { type CommitWelcome, parseCommitWelcome, welcomeFor } from './commit.ts'
import { Complaints } from './complaints.ts'
import type { ExternalSender } from './external-sender.ts'
import type { LeafNode } from './leaf-node.ts'
import type { Member } from './members.ts'
import { RatchetTree } from './ratchet-tree.ts'
import { Transitions } from './transitions.ts'

/** Time in which further changes join a batch. */
const BATCH_MS = 15
/** Time in which members must commit a batch. The group starts again without a commit. */
const COMMIT_MS = 3_000
/** Time that the commit of a member with complaints waits for one of another member. */
const HOLD_MS = 300
/** First and longest wait before another Add of a member whose Adds failed. */
const RETRY_MS = 5_000
const RETRY_MAX_MS = 60_000
/** Adds in a batch. It is halved after a failure, so that a key package that no member accepts is isolated. */
const ADDS_MAX = 64

export interface EpochParts {
  channelId: Snowflake
  members: ReadonlyMap<Snowflake, Member>
  sender: ExternalSender
  send: (message: DaveMessage) => void
}

/** The epochs of a group: proposals, commits and transitions. A call without a group is in epoch 0. */
export class Epochs {
  readonly transitions: Transitions
  readonly #parts: EpochParts
  readonly #groupId: Buffer
  readonly #tree = new RatchetTree()
  readonly #complaints = new Complaints()
  #epoch = 0n
  #batch: Batch | undefined
  /** When the next batch opens, if no batch and no transition is open. */
  #batchAt: number | undefined
  #addsMax = ADDS_MAX
  /** Called when the members of a new epoch carried out its transition. */
  readonly #established: () => void

  constructor(parts: EpochParts, established: () => void) {
    this.#parts = parts
    this.#established = established
    this.#groupId = u64(parts.channelId)
    this.transitions = new Transitions(parts.send)
  }

  /** Whether there is a group, or members were asked to make one. */
  get begun(): boolean {
    return !this.#tree.empty || this.#batch !== undefined
  }

  get deadline(): number | undefined {
    if (this.transitions.until !== undefined) return this.transitions.until
    if (!this.#batch) return this.#batchAt
    return this.#batch.openedAt + (this.#batch.held.length > 0 ? HOLD_MS : COMMIT_MS)
  }

  /** Lets the next batch contain a change. */
  changed(now: number): void {
    this.#batchAt = Math.min(this.#batchAt ?? Number.POSITIVE_INFINITY, now + BATCH_MS)
  }

  /** Takes a member out of the group. Its leaf is removed in the next epoch. */
  detach(member: Member, now: number): void {
    member.detach()
    this.transitions.settle(member)
    this.#batch?.recipients.delete(member)
    if (this.#batch) this.#batch.held = this.#batch.held.filter((held) => held.member !== member)
    this.changed(now)
  }

  /** Accepts the first suitable commit of the batch. Members with more complaints than others wait. */
  commit(member: Member, payload: Buffer, now: number): DaveRefusal | undefined {
    const batch = this.#batch
    // Every member commits, so that all but the first commit of an epoch arrive late.
    if (!batch?.recipients.has(member)) return 'unexpected'
    const commit = parseCommitWelcome(payload)
    if (!commit) return 'malformed'
    if (!isCommitOf(batch, commit, member, this.#tree, this.#groupId)) return 'unexpected'
    const fewest = Math.min(...[...batch.recipients].map(({ user }) => this.#complaints.about(user)))
    if (this.#complaints.about(member.user) === fewest) this.#accept(batch, member, commit, now)
    else if (batch.held.every((held) => held.member !== member)) batch.held.push({ member, commit })
    return undefined
  }

  /** Notes op 31 of a member. If most members reject the last commit, the group starts again without waiting. */
  complain(member: Member, transitionId: number, now: number): void {
    const complainers = this.#complaints.complain(member.user, transitionId)
    this.detach(member, now)
    if (complainers) this.reset(now, complainers)
  }

  /** Carries out what is due. */
  due(now: number): void {
    for (const member of this.transitions.due(now)) {
      // The client made a new key package and did not report the Welcome: it is in its own group.
      if (member.spare) this.detach(member, now)
    }
    if (this.transitions.until !== undefined) return
    const batch = this.#batch
    if (batch) {
      if (batch.recipients.size === 0) this.reset(now)
      else if (batch.held.length > 0 && now >= batch.openedAt + HOLD_MS) this.#acceptHeld(batch, now)
      else if (now >= batch.openedAt + COMMIT_MS) this.#fail(batch, now)
    }
    if (!this.#batch && this.#batchAt !== undefined && now >= this.#batchAt) this.#open(now)
  }

  /**
   * Starts the group again in epoch 0. Members are asked for new key packages, except those who reset themselves.
   * @param fresh users whose clients made a new key package already
   */
  reset(now: number, fresh: ReadonlySet<Snowflake> = new Set()): void {
    this.transitions.execute()
    this.forget()
    for (const member of this.#parts.members.values()) {
      if (member.version === 0 || fresh.has(member.user)) continue
      member.package = undefined
      member.invited = true
      this.#parts.send({ to: member.user, op: VoiceOp.DAVE_PREPARE_EPOCH, data: { protocol_version: 1, epoch: 1 } })
    }
    this.changed(now)
  }

  /** Drops the open batch. Commits of it are ignored. */
  abandonBatch(): void {
    this.#batch = undefined
    this.#batchAt = undefined
  }

  /** Forgets the group. */
  forget(): void {
    for (const member of this.#parts.members.values()) member.detach()
    this.#tree.clear()
    this.#epoch = 0n
    this.abandonBatch()
    if (this.#parts.members.size === 0) this.#complaints.clear()
  }

  #open(now: number): void {
    this.#batchAt = undefined
    const members = [...this.#parts.members.values()]
    const waiting = members.filter((member) => member.pending)
    const allowed = waiting
      // Members refuse keys that are in the tree, also if the same epoch removes them.
      .filter((member) => now >= member.notBefore && member.package && !this.#tree.hasKeyOf(member.package.leaf))
      .sort((one, other) => one.failures - other.failures)
    const established = !this.#tree.empty
    const adds = allowed.slice(0, established ? this.#addsMax : Math.max(2, this.#addsMax))
    const removes = this.#tree.leaves().filter((leaf) => leaf.owner === undefined)
    const stays = members.filter((member) => member.leaf !== undefined)
    if (established ? removes.length + adds.length === 0 : adds.length < 2) return this.#retry(waiting, now)
    if (established && stays.length === 0) return this.reset(now)
    const batch = openBatch(this.#parts.sender, this.#tree, this.#epoch, { adds, removes, stays }, now)
    this.#batch = batch
    for (const member of adds) member.joining = 'proposed'
    for (const [{ user }, payload] of batch.payloads)
      this.#parts.send({ to: user, op: VoiceOp.DAVE_PROPOSALS, payload })
    if (waiting.length > adds.length) this.changed(now)
  }

  /** Waits for the members who may not be added yet. */
  #retry(waiting: readonly Member[], now: number): void {
    const later = waiting.map(({ notBefore }) => notBefore).filter((notBefore) => notBefore > now)
    if (later.length > 0) this.#batchAt = Math.min(...later)
  }

  #acceptHeld(batch: Batch, now: number): void {
    const [least] = batch.held.sort((one, other) => this.#rank(one.member) - this.#rank(other.member))
    if (least) this.#accept(batch, least.member, least.commit, now)
  }

  #rank(member: Member): number {
    return this.#complaints.about(member.user)
  }

  /** Applies a commit to the tree and announces it: op 29 to members of the group before, op 30 to added members. */
  #accept(batch: Batch, committer: Member, { message, references, leaf, welcome }: CommitWelcome, now: number): void {
    this.#batch = undefined
    this.#epoch += 1n
    this.#addsMax = Math.min(ADDS_MAX, this.#addsMax * 2)
    const welcomes: { member: Member; reference: string }[] = []
    const announced = this.#tree.empty ? [committer] : [...batch.recipients]
    const keyPackage = committer.package
    if (this.#tree.empty && keyPackage) this.#seat(committer, keyPackage.leaf)
    if (leaf && committer.leaf) committer.leaf.node = leaf
    const changes = references.map((reference) => batch.changes.get(reference))
    for (const change of changes) if (change?.kind === 'remove') this.#tree.remove(change.leaf)
    for (const change of changes) {
      if (change?.kind !== 'add') continue
      const { member, keyPackage } = change
      // The member may have left or started again since the proposal.
      if (member.joining === 'proposed') {
        this.#seat(member, keyPackage.leaf)
        welcomes.push({ member, reference: keyPackage.reference })
      } else {
        this.#tree.add({ node: keyPackage.leaf, owner: undefined })
        this.changed(now)
      }
    }
    const audience = [...announced, ...welcomes.map(({ member }) => member)]
    const id = this.transitions.begin(audience, now, this.#established)
    this.#complaints.committed(
      id,
      committer.user,
      audience.map(({ user }) => user),
    )
    const header = u16(id)
    for (const { user } of announced) {
      this.#parts.send({ to: user, op: VoiceOp.DAVE_ANNOUNCE_COMMIT, payload: Buffer.concat([header, message]) })
    }
    for (const { member, reference } of welcomes) {
      if (!welcome) continue
      this.#parts.send({
        to: member.user,
        op: VoiceOp.DAVE_WELCOME,
        payload: Buffer.concat([header, welcomeFor(welcome, reference)]),
      })
    }
  }

  #seat(member: Member, node: LeafNode): void {
    member.leaf = { node, owner: member }
    member.package = undefined
    member.joining = 'welcomed'
    member.failures = 0
    this.#tree.add(member.leaf)
  }

  /** Starts again after a batch that no member committed. Its key packages are suspected, each alone in the end. */
  #fail(batch: Batch, now: number): void {
    const added = [...batch.changes.values()].flatMap((change) => (change.kind === 'add' ? [change.member] : []))
    this.#addsMax = Math.max(1, Math.floor(Math.min(this.#addsMax, added.length) / 2))
    for (const member of added) {
      member.failures += 1
      if (added.length === 1)
        member.notBefore = now + Math.min(RETRY_MAX_MS, RETRY_MS * 2 ** Math.min(member.failures, 8))
    }
    this.reset(now)
  }
}
