/** Members of encrypted calls without sockets: pages with the worker's own code, and bots with the library of bots. */
import { DaveClient } from '@guildhall/local-client/voice'
import davey from '@snazzah/davey'
import { DaveGroup } from '../../src/features/voice/worker/group.ts'
import type { KeyPair } from '../../src/features/voice/worker/mls/keys.ts'

/** Message that a member sends. */
export interface Sent {
  readonly op: number
  /** `d` of a JSON message, or the payload of a binary one. */
  readonly data: unknown
}

/** Member of a call, as its voice server sees it. */
export interface CallMember {
  readonly kind: 'page' | 'bot'
  /** Privacy code; empty without a group. */
  readonly code: string
  /** Handles a message, JSON or binary, and returns what the member sends because of it. */
  receive(op: number, data: unknown): Promise<Sent[]>
  encrypt(frame: Buffer): Promise<Buffer | undefined>
  decrypt(userId: string, frame: Buffer): Promise<Buffer | undefined>
}

/** A browser: the group of the worker. */
export class PageMember implements CallMember {
  readonly kind = 'page'
  readonly group: DaveGroup

  constructor(userId: string, groupId: string, now = () => performance.now(), signatureKeys?: KeyPair) {
    this.group = new DaveGroup({ userId, groupId, now, ...(signatureKeys && { signatureKeys }) })
  }

  get code(): string {
    return this.group.state.privacyCode
  }

  async receive(op: number, data: unknown): Promise<Sent[]> {
    const replies = await this.group.receive(op, data)
    return replies.map((reply) => ({
      op: reply.op,
      data: 'payload' in reply ? Buffer.from(reply.payload) : reply.data,
    }))
  }

  async encrypt(frame: Buffer): Promise<Buffer | undefined> {
    return bufferOf(await this.group.encrypt('opus', new Uint8Array(frame)))
  }

  async decrypt(userId: string, frame: Buffer): Promise<Buffer | undefined> {
    return bufferOf(await this.group.decrypt(userId, new Uint8Array(frame)))
  }
}

function bufferOf(bytes: Uint8Array | undefined): Buffer | undefined {
  return bytes && Buffer.from(bytes)
}

/** A bot: Davey, driven as deployed clients do. */
export class BotMember implements CallMember {
  readonly kind = 'bot'
  /** Session of the library, for what bots do not do by themselves. */
  session: davey.DAVESession | undefined
  readonly #dave: DaveClient
  readonly #others = new Set<string>()
  #sent: Sent[] = []

  constructor(userId: string, channelId: string) {
    const keep = (op: number, data: unknown) => void this.#sent.push({ op, data })
    const members = () => this.#others
    const keepSession = (session: davey.DAVESession) => {
      this.session = session
    }
    class DAVESession extends davey.DAVESession {
      constructor(...parts: ConstructorParameters<typeof davey.DAVESession>) {
        super(...parts)
        keepSession(this)
      }
    }
    this.#dave = new DaveClient({
      davey: { ...davey, DAVESession },
      userId,
      channelId,
      sendJson: keep,
      sendBinary: keep,
      members,
    })
  }

  get code(): string {
    return this.#dave.privacyCode
  }

  async receive(op: number, data: unknown): Promise<Sent[]> {
    if (Buffer.isBuffer(data)) this.#dave.receive(op, data)
    else this.#json(op, data as Record<string, number>)
    const sent = this.#sent
    this.#sent = []
    return sent
  }

  #json(op: number, d: Record<string, unknown>): void {
    const numbers = d as Record<string, number>
    if (op === 4) this.#dave.start(numbers.dave_protocol_version ?? 0)
    if (op === 11) for (const user of d.user_ids as string[]) this.#others.add(user)
    if (op === 13) this.#others.delete(d.user_id as string)
    if (op === 21) this.#dave.prepareTransition(numbers)
    if (op === 22) this.#dave.executeTransition(numbers.transition_id ?? 0)
    if (op === 24) this.#dave.prepareEpoch(numbers)
  }

  async encrypt(frame: Buffer): Promise<Buffer | undefined> {
    return this.#dave.encrypt(frame)
  }

  async decrypt(userId: string, frame: Buffer): Promise<Buffer | undefined> {
    try {
      return this.#dave.decrypt(userId, frame)
    } catch {
      return undefined
    }
  }
}
