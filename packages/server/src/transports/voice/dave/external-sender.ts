import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { Snowflake } from '@guildhall/protocol'
import { u8, u16, u32, u64, vector } from './codec.ts'
import type { KeyPackage } from './key-package.ts'
import { pointOf, referenceOf, signWithLabel } from './labels.ts'
import { BASIC_CREDENTIAL, MLS_VERSION } from './leaf-node.ts'

const PUBLIC_MESSAGE = 1
const EXTERNAL_SENDER = 2
const PROPOSAL = 2
const ADD = 1
const REMOVE = 3
const NO_DATA = vector()

/** A signed proposal. Members name it in commits by its reference, so all must receive the same bytes. */
export interface SignedProposal {
  /** MLSMessage, an element of op 27. */
  message: Buffer
  /** ProposalRef, in hex. */
  reference: string
}

/**
 * The server's identity in the group of a call: it may propose to add and remove members, and holds no group key. A
 * call keeps one for its lifetime, because clients refuse another one in an established group.
 */
export class ExternalSender {
  /** Payload of op 25. */
  readonly payload: Buffer
  readonly #groupId: Buffer
  readonly #key: KeyObject

  constructor(channelId: Snowflake) {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#key = privateKey
    this.#groupId = vector(u64(channelId))
    const identity = Buffer.from('guildhall')
    this.payload = Buffer.concat([vector(pointOf(publicKey)), u16(BASIC_CREDENTIAL), vector(identity)])
  }

  /** Proposes to add the user of a key package. */
  add(epoch: bigint, { bytes }: KeyPackage): SignedProposal {
    return this.#propose(epoch, u16(ADD), bytes)
  }

  /** Proposes to remove the member at a leaf. */
  remove(epoch: bigint, leafIndex: number): SignedProposal {
    return this.#propose(epoch, u16(REMOVE), u32(leafIndex))
  }

  #propose(epoch: bigint, ...proposal: readonly Buffer[]): SignedProposal {
    const sender = Buffer.concat([u8(EXTERNAL_SENDER), u32(0)])
    const content = Buffer.concat([this.#groupId, u64(epoch), sender, NO_DATA, u8(PROPOSAL), ...proposal])
    const header = Buffer.concat([u16(MLS_VERSION), u16(PUBLIC_MESSAGE)])
    const signed = Buffer.concat([header, content])
    const message = Buffer.concat([signed, vector(signWithLabel(this.#key, 'FramedContentTBS', signed))])
    // A reference covers the message from the wire format on.
    return { message, reference: referenceOf('Proposal', message.subarray(2)) }
  }
}
