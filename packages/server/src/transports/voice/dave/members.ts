import type { Snowflake } from '@guildhall/protocol'
import type { MemberMedia } from './call-encryption.ts'
import type { KeyPackage } from './key-package.ts'
import type { LeafNode } from './leaf-node.ts'

/** Changes of the group that a member may force at once, and the time after which another one is allowed. */
const CHANGES_MAX = 20
const CHANGE_REFILL_MS = 5_000

/**
 * Mode of a call. `downgrading`: members with DAVE know that the call becomes plain and have not all confirmed it.
 * `upgrading`: all members support DAVE, and their group is not established yet.
 */
export type CallMode = 'encrypted' | 'downgrading' | 'plain' | 'upgrading'

/** A leaf of the group, as the server follows it. */
export interface Leaf {
  /** Newest content, from the key package or the member's last commit. */
  node: LeafNode
  /** Undefined once the leaf must be removed. */
  owner: Member | undefined
}

/** One connection of a user to the call. */
export class Member {
  readonly user: Snowflake
  /** DAVE version that the client supports. */
  readonly version: 0 | 1
  /** Newest key package, while the member has no leaf. */
  package: KeyPackage | undefined
  /**
   * Progress of being added: an Add is proposed, or a Welcome was sent and op 23 is awaited. A key package that arrives
   * meanwhile is kept in `spare`: a second Add of a member would make all members refuse the epoch.
   */
  joining: 'no' | 'proposed' | 'welcomed' = 'no'
  spare: KeyPackage | undefined
  leaf: Leaf | undefined
  /** Whether the client reported that it has the keys of the group. Encrypted frames are forwarded to it. */
  ready = false
  /** Transition whose op 23 is awaited; 0 for none. */
  awaiting = 0
  /** Whether the member let a transition time out. Later ones do not wait for it until it reports one. */
  slow = false
  /** Epochs in a row that failed with an Add of this member, and the time before which there is no other. */
  failures = 0
  notBefore = 0
  /** Whether the server asked for a key package; it costs nothing then. */
  invited = true
  #changes = CHANGES_MAX
  #countedAt = 0

  constructor(user: Snowflake, version: 0 | 1) {
    this.user = user
    this.version = version
  }

  /** Whether the member waits for an Add. */
  get pending(): boolean {
    return this.package !== undefined && this.leaf === undefined && this.joining === 'no'
  }

  /** Counts a change that the member forces on the group. Returns false if there were too many. */
  mayChange(now: number): boolean {
    const refill = Math.floor((now - this.#countedAt) / CHANGE_REFILL_MS)
    if (refill > 0) {
      this.#changes = Math.min(CHANGES_MAX, this.#changes + refill)
      this.#countedAt = now
    }
    if (this.#changes === 0) return false
    this.#changes -= 1
    return true
  }

  /** Notes that the client carried out the transition that it was sent last. */
  reportReady(): void {
    this.awaiting = 0
    this.slow = false
    this.joining = 'no'
    this.spare = undefined
    this.ready = this.leaf !== undefined
  }

  /** Takes the member out of the group. The leaf stays in the tree, without an owner, until a commit removes it. */
  detach(): void {
    if (this.leaf || this.joining !== 'no') this.package = this.spare
    if (this.leaf) this.leaf.owner = undefined
    this.leaf = undefined
    this.ready = false
    this.joining = 'no'
    this.awaiting = 0
    this.spare = undefined
  }

  /** Returns what the member may send and receive in a mode. */
  mediaIn(mode: CallMode): MemberMedia {
    const grouped = this.leaf !== undefined
    switch (mode) {
      case 'encrypted':
        return { send: { plain: false, encrypted: grouped }, receive: { plain: false, encrypted: this.ready } }
      case 'plain':
        return { send: { plain: true, encrypted: false }, receive: { plain: true, encrypted: false } }
      case 'upgrading':
        return { send: { plain: true, encrypted: grouped }, receive: { plain: true, encrypted: this.ready } }
      case 'downgrading':
        return {
          send: { plain: this.version === 0, encrypted: grouped },
          receive: { plain: true, encrypted: this.ready },
        }
    }
  }
}
