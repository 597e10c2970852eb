import { type Bytes, hex, readAll } from './mls/codec.ts'
import {
  type CachedProposal,
  type EpochParts,
  type ExternalSender,
  isProposalSigned,
  proposalReference,
} from './mls/epoch.ts'
import { isKeyPackageSigned } from './mls/key-package.ts'
import { PROPOSALS_MAX, type ProposalMessage, readProposalMessage } from './mls/messages.ts'

const APPEND = 0

/** Proposals of the voice server for one epoch (op 27). */
export class Proposals {
  readonly #cached = new Map<string, CachedProposal>()
  /** Whether a proposal was refused: a commit without it would not be accepted. */
  #isPartial = false

  get cached(): ReadonlyMap<string, CachedProposal> {
    return this.#cached
  }

  clear(): void {
    this.#cached.clear()
    this.#isPartial = false
  }

  /** Whether this member can commit what is proposed. */
  isCommittable(own: number): boolean {
    if (this.#isPartial || this.#cached.size === 0) return false
    return [...this.#cached.values()].every(({ proposal }) => proposal.type === 'add' || proposal.leaf !== own)
  }

  /** Handles the payload of op 27. @throws {Malformed} for other bytes, which change nothing */
  async change(
    payload: Bytes,
    epoch: EpochParts,
    sender: ExternalSender,
    isMember: (user: string) => boolean,
  ): Promise<void> {
    if (payload[0] !== APPEND) return this.#revoke(payload)
    const messages = readAll(payload.subarray(1), (reader) => reader.list(readProposalMessage, PROPOSALS_MAX))
    for (const message of messages) {
      const isFit = this.#cached.size < PROPOSALS_MAX && isExpected(message, epoch, isMember)
      if (isFit && (await isValid(message, epoch, sender))) this.#keep(message)
      else this.#isPartial = true
    }
  }

  #keep(message: ProposalMessage): void {
    const reference = proposalReference(message)
    this.#cached.set(hex(reference), { reference, proposal: message.proposal })
  }

  #revoke(payload: Bytes): void {
    const references = readAll(payload.subarray(1), (reader) => reader.list((item) => item.vector(), PROPOSALS_MAX))
    for (const reference of references) this.#cached.delete(hex(reference))
  }
}

/** Whether a proposal adds a member whom op 11 named, or removes one of the group. */
function isExpected({ proposal }: ProposalMessage, { tree }: EpochParts, isMember: (user: string) => boolean): boolean {
  if (proposal.type === 'remove') return tree.leaf(proposal.leaf) !== null
  return isMember(proposal.keyPackage.leaf.user)
}

async function isValid(message: ProposalMessage, epoch: EpochParts, sender: ExternalSender): Promise<boolean> {
  if (!(await isProposalSigned(epoch, sender, message))) return false
  return message.proposal.type === 'remove' || (await isKeyPackageSigned(message.proposal.keyPackage))
}
