import type { ChannelObject } from '@guildhall/protocol'
import type { Session } from '../../connection/session.ts'
import { ChannelType } from '../../enums/index.ts'
import type { UserDirectory } from '../users/user-directory.ts'

/** Direct message channels that are kept. Above it, the one that was named longest ago is forgotten. */
const CHANNELS_MAX = 5_000

/** Record of a direct message channel. */
export interface ChannelRecord {
  readonly type: ChannelType
  /** The other user. */
  readonly recipientId: bigint
}

/** Direct message channels of the player, also those that exist only in the game. */
export class ChannelRecords {
  readonly #session: Session
  readonly #users: UserDirectory
  readonly #channels = new Map<bigint, ChannelRecord>()

  constructor(session: Session, users: UserDirectory) {
    this.#session = session
    this.#users = users
    session.on('READY', (ready) => {
      this.#channels.clear()
      const { private_channels = [] } = ready as unknown as { private_channels?: ChannelObject[] }
      for (const channel of private_channels) this.#note(channel)
    })
    session.on('CHANNEL_CREATE', (channel) => this.#note(channel))
    session.on('CHANNEL_UPDATE', (channel) => this.#note(channel))
    session.on('CHANNEL_DELETE', ({ id }) => void this.#channels.delete(BigInt(id)))
  }

  get(id: bigint): ChannelRecord | undefined {
    return this.#channels.get(id)
  }

  /** Returns the channels with a user: of the platform, and of the game. */
  allWith(recipientId: bigint): bigint[] {
    return [...this.#channels].filter(([, channel]) => channel.recipientId === recipientId).map(([id]) => id)
  }

  /** Returns the channel of the platform with a user; undefined if none is known. */
  findWith(recipientId: bigint): bigint | undefined {
    for (const [id, channel] of this.#channels)
      if (channel.type === ChannelType.Dm && channel.recipientId === recipientId) return id
    return undefined
  }

  /** Keeps a channel, unless it is known. */
  add(id: bigint, channel: ChannelRecord): void {
    if (this.#channels.has(id)) return
    this.#channels.set(id, channel)
    const [oldest] = this.#channels.keys()
    if (this.#channels.size > CHANNELS_MAX && oldest !== undefined) this.#channels.delete(oldest)
  }

  #note({ id, type, recipients = [] }: ChannelObject): void {
    if (type !== ChannelType.Dm && type !== ChannelType.EphemeralDm) return
    for (const user of recipients) this.#users.note(user)
    const other = recipients.find((user) => user.id !== this.#session.userId)
    if (!other) return
    this.#channels.delete(BigInt(id))
    this.add(BigInt(id), { type, recipientId: BigInt(other.id) })
  }
}
