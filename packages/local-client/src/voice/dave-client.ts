import type { DAVESession } from '@snazzah/davey'

type Davey = typeof import('@snazzah/davey')

const Op = {
  TRANSITION_READY: 23,
  EXTERNAL_SENDER: 25,
  KEY_PACKAGE: 26,
  PROPOSALS: 27,
  COMMIT_WELCOME: 28,
  ANNOUNCE_COMMIT: 29,
  WELCOME: 30,
  INVALID_COMMIT_WELCOME: 31,
} as const

const AUDIO = 0
/** Opus frame of silence, which is never encrypted. */
const SILENCE = Buffer.from([0xf8, 0xff, 0xfe])
/** Epoch of a group that begins anew. */
const FIRST_EPOCH = 1
/** Seconds for which plain frames are accepted after a change to an encrypted call, and before one to a plain call. */
const PASSTHROUGH_S = { upgrade: 10, downgrade: 120 }

export interface DaveClientParts {
  davey: Davey
  userId: string
  channelId: string
  sendJson: (op: number, d: unknown) => void
  sendBinary: (op: number, payload: Buffer) => void
  /** Users whom op 11 named and op 13 has not removed. */
  members: () => Iterable<string>
}

/** End-to-end encryption of one client: it answers the messages of the voice server as deployed clients do. */
export class DaveClient {
  readonly #parts: DaveClientParts
  #session: DAVESession | null = null
  #version = 0
  /** Protocol versions of announced transitions. */
  readonly #transitions = new Map<number, number>()

  constructor(parts: DaveClientParts) {
    this.#parts = parts
  }

  /** Whether frames are encrypted. */
  get active(): boolean {
    return this.#version > 0 && this.#session?.ready === true
  }

  /** Epoch of the group; null without one. */
  get epoch(): bigint | null {
    return this.#session?.epoch ?? null
  }

  /** Code that is equal for members with the same group; empty without one. */
  get privacyCode(): string {
    return this.#session?.voicePrivacyCode ?? ''
  }

  /** Begins with the version of op 4. */
  start(version: number): void {
    this.#version = version
    if (version > 0) this.#begin()
    else this.#session?.setPassthroughMode(true, PASSTHROUGH_S.upgrade)
  }

  #begin(): void {
    const { davey, userId, channelId } = this.#parts
    if (this.#session) this.#session.reinit(this.#version, userId, channelId)
    else this.#session = new davey.DAVESession(this.#version, userId, channelId)
    this.#parts.sendBinary(Op.KEY_PACKAGE, this.#session.getSerializedKeyPackage())
  }

  /** Handles op 21. */
  prepareTransition({ transition_id: id, protocol_version: version }: Record<string, number>): void {
    if (id === undefined || version === undefined) return
    this.#transitions.set(id, version)
    if (id === 0) return this.executeTransition(0)
    if (version === 0) this.#session?.setPassthroughMode(true, PASSTHROUGH_S.downgrade)
    this.#parts.sendJson(Op.TRANSITION_READY, { transition_id: id })
  }

  /** Handles op 22. */
  executeTransition(id: number): void {
    const version = this.#transitions.get(id)
    this.#transitions.delete(id)
    if (version === undefined) return
    if (this.#version === 0 && version > 0) this.#session?.setPassthroughMode(true, PASSTHROUGH_S.upgrade)
    this.#version = version
  }

  /** Handles op 24. */
  prepareEpoch({ protocol_version: version, epoch }: Record<string, number>): void {
    if (epoch !== FIRST_EPOCH || version === undefined) return
    this.#version = version
    this.#begin()
  }

  /** Handles a binary message. */
  receive(op: number, payload: Buffer): void {
    const session = this.#session
    if (!session) return
    switch (op) {
      case Op.EXTERNAL_SENDER:
        return session.setExternalSender(payload)
      case Op.PROPOSALS:
        return this.#propose(session, payload)
      case Op.ANNOUNCE_COMMIT:
        return this.#adopt(payload.readUInt16BE(0), () => session.processCommit(payload.subarray(2)))
      case Op.WELCOME:
        return this.#adopt(payload.readUInt16BE(0), () => session.processWelcome(payload.subarray(2)))
    }
  }

  #propose(session: DAVESession, payload: Buffer): void {
    const known = [...this.#parts.members(), this.#parts.userId]
    const { commit, welcome } = session.processProposals(payload[0] ?? 0, payload.subarray(1), known)
    if (!commit) return
    this.#parts.sendBinary(Op.COMMIT_WELCOME, welcome ? Buffer.concat([commit, welcome]) : commit)
  }

  /** Enters the next epoch. A client that cannot asks to be added again. */
  #adopt(id: number, enter: () => void): void {
    try {
      enter()
    } catch {
      this.#parts.sendJson(Op.INVALID_COMMIT_WELCOME, { transition_id: id })
      return this.#begin()
    }
    if (id === 0) return
    this.#transitions.set(id, this.#version)
    this.#parts.sendJson(Op.TRANSITION_READY, { transition_id: id })
  }

  /** Returns the frame to send: plain while there is no group, as deployed clients do. */
  encrypt(frame: Buffer): Buffer {
    if (!this.active || frame.equals(SILENCE)) return frame
    return this.#session?.encryptOpus(frame) ?? frame
  }

  /** Returns the frame of a sender. @throws for a frame that cannot be decrypted */
  decrypt(userId: string, frame: Buffer): Buffer {
    if (!this.#session?.ready || frame.equals(SILENCE)) return frame
    return this.#session.decrypt(userId, AUDIO, frame)
  }
}
