import { type VoiceClosed, VoiceOp, VoiceWire } from '@guildhall/local-client/voice'
import { type RawGateway, requestVoice } from '@guildhall/testing'
import { BotMember, type CallMember, PageMember } from './call-members.ts'

/** Place to join, and as whom. */
export interface Joining {
  readonly guildId: string
  readonly channelId: string
  readonly kind: 'page' | 'bot'
  /** Whether the client supports end-to-end encryption. Default true. */
  readonly dave?: boolean
}

type Json = Record<string, unknown>

/** Member of a call on a real voice server. It sends no media: tests carry frames from one to another. */
export class LiveMember {
  readonly userId: string
  readonly member: CallMember
  /** Other members of the call. */
  readonly others = new Set<string>()
  /** Number of op 31 that this member sent. */
  complaints = 0
  /** Drops messages of the voice server, or changes them. */
  tamper: (op: number, data: unknown) => unknown = (_, data) => data
  readonly #wire: VoiceWire

  private constructor(userId: string, member: CallMember, wire: VoiceWire) {
    this.userId = userId
    this.member = member
    this.#wire = wire
    wire.onBinary = (op, payload) => void this.#receive(op, payload)
    wire.onJson = (op, d) => void this.#receive(op, d)
  }

  /** Joins through a gateway session. Resolves once the voice server has described the session. */
  static async join(session: RawGateway, { guildId, channelId, kind, dave = true }: Joining): Promise<LiveMember> {
    const address = await requestVoice(session, { guildId, channelId })
    const { userId } = address
    const wire = await VoiceWire.connect(`ws://${address.endpoint}/?v=8`)
    const engine = kind === 'page' ? new PageMember(userId, channelId) : new BotMember(userId, channelId)
    const live = new LiveMember(userId, engine, wire)
    wire.send(VoiceOp.IDENTIFY, {
      server_id: address.serverId,
      user_id: userId,
      session_id: address.sessionId,
      token: address.token,
      max_dave_protocol_version: dave ? 1 : 0,
    })
    await wire.next(VoiceOp.READY, 10_000)
    const data = { address: '127.0.0.1', port: 9, mode: 'aead_aes256_gcm_rtpsize' }
    wire.send(VoiceOp.SELECT_PROTOCOL, { protocol: 'udp', data })
    await wire.next(VoiceOp.SESSION_DESCRIPTION, 10_000)
    return live
  }

  async #receive(op: number, given: unknown): Promise<void> {
    const data = this.tamper(op, given)
    if (data === undefined) return
    if (op === VoiceOp.CLIENTS_CONNECT) for (const user of (data as Json).user_ids as string[]) this.others.add(user)
    if (op === VoiceOp.CLIENT_DISCONNECT) this.others.delete((data as Json).user_id as string)
    for (const sent of await this.member.receive(op, data)) {
      if (sent.op === VoiceOp.DAVE_INVALID_COMMIT_WELCOME) this.complaints += 1
      if (Buffer.isBuffer(sent.data)) this.#wire.sendBinary(sent.op, sent.data)
      else this.#wire.send(sent.op, sent.data)
    }
  }

  /** Leaves the voice server. */
  async leave(): Promise<VoiceClosed> {
    this.#wire.close(1000)
    return await this.#wire.closed
  }
}
