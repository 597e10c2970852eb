import { type Snowflake, VoiceOp } from '@guildhall/protocol'
import type { CallEncryption, DaveMessage, DaveRefusal, DaveStep, MemberMedia } from './call-encryption.ts'
import { Epochs } from './epochs.ts'
import { ExternalSender } from './external-sender.ts'
import { readKeyPackage } from './key-package.ts'
import { type CallMode, Member } from './members.ts'
import { sharesKey } from './ratchet-tree.ts'

/** Time in which plain frames still pass after an upgrade, while the group forms. */
const UPGRADE_MS = 5_000

const NO_MEDIA: MemberMedia = {
  send: { plain: false, encrypted: false },
  receive: { plain: false, encrypted: false },
}

/**
 * End-to-end encryption of one call. The server is delivery service and external sender of the group, and never holds a
 * group key. A call with a member without DAVE is plain, and becomes encrypted when the last such member has left.
 */
export class DaveGroup implements CallEncryption {
  readonly #encrypts: boolean
  readonly #sender: ExternalSender
  readonly #members = new Map<Snowflake, Member>()
  readonly #epochs: Epochs
  #mode: CallMode
  #upgradeUntil = 0
  #messages: DaveMessage[] = []

  /** @param call `encrypts` is false for stage channels, whose calls are always plain */
  constructor({ channelId, encrypts }: { channelId: Snowflake; encrypts: boolean }) {
    this.#encrypts = encrypts
    this.#mode = encrypts ? 'encrypted' : 'plain'
    this.#sender = new ExternalSender(channelId)
    const send = (message: DaveMessage) => void this.#messages.push(message)
    const parts = { channelId, members: this.#members, sender: this.#sender, send }
    this.#epochs = new Epochs(parts, () => this.#endUpgrade())
  }

  get deadline(): number | undefined {
    const epochs = this.#epochs.deadline
    return this.#mode === 'upgrading' ? Math.min(this.#upgradeUntil, epochs ?? this.#upgradeUntil) : epochs
  }

  get version(): 0 | 1 {
    return this.#forming ? 1 : 0
  }

  join(user: Snowflake, maxVersion: number, now: number): DaveStep & { version: 0 | 1 } {
    this.#remove(user, now)
    const member = new Member(user, maxVersion >= 1 ? 1 : 0)
    if (member.version === 0 && this.#forming) this.#downgrade(now)
    this.#members.set(user, member)
    if (this.#forming)
      this.#messages.push({ to: user, op: VoiceOp.DAVE_EXTERNAL_SENDER, payload: this.#sender.payload })
    return { version: this.version, ...this.due(now) }
  }

  leave(user: Snowflake, now: number): DaveStep {
    return this.#remove(user, now) ? this.due(now) : refuse('unexpected')
  }

  keyPackage(user: Snowflake, payload: Buffer, now: number): DaveStep {
    const member = this.#members.get(user)
    if (!member || !this.#forming) return refuse('unexpected')
    if (!member.invited && !member.mayChange(now)) return refuse('rate')
    const keyPackage = readKeyPackage(payload, user)
    if (typeof keyPackage === 'string') return refuse(keyPackage)
    // Members would refuse all changes of an epoch that adds another member's key.
    const others = [...this.#members.values()].filter((other) => other !== member)
    const nodes = others.flatMap((other) => [other.leaf?.node, other.package?.leaf, other.spare?.leaf])
    if (nodes.some((node) => node && sharesKey(node, keyPackage.leaf))) return refuse('invalid')
    member.invited = false
    if (member.joining !== 'no') {
      member.spare = keyPackage
      return this.due(now)
    }
    if (member.leaf) this.#epochs.detach(member, now)
    member.package = keyPackage
    this.#epochs.changed(now)
    return this.due(now)
  }

  commitWelcome(user: Snowflake, payload: Buffer, now: number): DaveStep {
    const member = this.#members.get(user)
    const refused = member ? this.#epochs.commit(member, payload, now) : 'unexpected'
    return refused ? refuse(refused) : this.due(now)
  }

  transitionReady(user: Snowflake, transitionId: number, now: number): DaveStep {
    const member = this.#members.get(user)
    if (!member || member.awaiting === 0 || member.awaiting !== transitionId) return refuse('unexpected')
    member.reportReady()
    this.#epochs.transitions.settle(member)
    return this.due(now)
  }

  invalidCommitWelcome(user: Snowflake, transitionId: number, now: number): DaveStep {
    const member = this.#members.get(user)
    if (!member || !this.#forming) return refuse('unexpected')
    if (!member.mayChange(now)) return refuse('rate')
    member.invited = true
    this.#epochs.complain(member, transitionId, now)
    return this.due(now)
  }

  due(now: number): DaveStep {
    this.#epochs.due(now)
    if (now >= this.#upgradeUntil) this.#endUpgrade()
    const messages = this.#messages
    this.#messages = []
    return { messages }
  }

  media(user: Snowflake): MemberMedia {
    return this.#members.get(user)?.mediaIn(this.#mode) ?? NO_MEDIA
  }

  /** Whether members form a group: all of them support DAVE. */
  get #forming(): boolean {
    return this.#mode === 'encrypted' || this.#mode === 'upgrading'
  }

  #remove(user: Snowflake, now: number): boolean {
    const member = this.#members.get(user)
    if (!member) return false
    this.#members.delete(user)
    this.#epochs.detach(member, now)
    this.#epochs.transitions.settle(member, true)
    if (this.#members.size === 0) {
      this.#epochs.transitions.forget()
      this.#epochs.forget()
      this.#mode = this.#encrypts ? 'encrypted' : 'plain'
    } else if (!this.#forming) {
      if (this.#encrypts && [...this.#members.values()].every(({ version }) => version === 1)) this.#upgrade(now)
    } else if (this.#members.size === 1 && this.#epochs.begun) this.#resetSole(now)
    return true
  }

  /** Makes the call plain, because a client without DAVE joins. The group ends when its members have confirmed it. */
  #downgrade(now: number): void {
    this.#epochs.transitions.execute()
    this.#epochs.abandonBatch()
    const done = () => {
      this.#mode = 'plain'
      this.#epochs.forget()
      for (const member of this.#members.values()) member.package = undefined
    }
    if (this.#members.size === 0) return done()
    this.#mode = 'downgrading'
    const id = this.#epochs.transitions.begin(this.#members.values(), now, done)
    for (const to of this.#members.keys()) {
      this.#messages.push({ to, op: VoiceOp.DAVE_PREPARE_TRANSITION, data: { protocol_version: 0, transition_id: id } })
    }
  }

  /**
   * Forms a group, because the last client without DAVE has left. Members who joined meanwhile have not received the
   * external sender, and cannot take it before op 24.
   */
  #upgrade(now: number): void {
    this.#epochs.transitions.execute()
    this.#mode = 'upgrading'
    this.#upgradeUntil = now + UPGRADE_MS
    this.#epochs.reset(now)
    for (const to of this.#members.keys())
      this.#messages.push({ to, op: VoiceOp.DAVE_EXTERNAL_SENDER, payload: this.#sender.payload })
    if (this.#members.size === 1) this.#endUpgrade()
  }

  #endUpgrade(): void {
    if (this.#mode === 'upgrading') this.#mode = 'encrypted'
  }

  /** Starts again with the one member that remains. It makes a key package, which waits for another member. */
  #resetSole(now: number): void {
    this.#epochs.reset(now)
    for (const to of this.#members.keys()) {
      this.#messages.push({ to, op: VoiceOp.DAVE_PREPARE_TRANSITION, data: { protocol_version: 1, transition_id: 0 } })
    }
  }
}

function refuse(refused: DaveRefusal): DaveStep {
  return { messages: [], refused }
}
