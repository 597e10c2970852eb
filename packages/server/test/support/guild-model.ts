import { basePermissions, channelPermissions, Permission } from '@guildhall/protocol'

interface Overwrite {
  id: string
  type: number
  allow: string
  deny: string
}

/** Fields of the events that a model follows, and of messages. */
export interface GuildChange {
  id: string
  content: string
  channel_id: string
  permission_overwrites: Overwrite[]
  role: { id: string; permissions: string }
  roles: string[]
  user: { id: string }
}

/** Returns numbers below a bound, the same ones for a seed. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
}

/** A guild as its events describe it, from the commit of one event to the next. */
export class GuildModel {
  readonly #guildId: bigint
  readonly #ownerId: bigint
  readonly roles = new Map<string, bigint>()
  /** Roles of members. */
  readonly members = new Map<string, readonly string[]>()
  readonly overwrites = new Map<string, readonly Overwrite[]>()

  constructor(guildId: string, ownerId: string) {
    this.#guildId = BigInt(guildId)
    this.#ownerId = BigInt(ownerId)
  }

  /** Follows an event of the owner's session. */
  follow(name: string | null, event: GuildChange): void {
    if (name === 'CHANNEL_UPDATE') this.overwrites.set(event.id, event.permission_overwrites)
    else if (name === 'GUILD_ROLE_UPDATE') this.roles.set(event.role.id, BigInt(event.role.permissions))
    else if (name === 'GUILD_MEMBER_UPDATE' || name === 'GUILD_MEMBER_ADD') this.members.set(event.user.id, event.roles)
    else if (name === 'GUILD_MEMBER_REMOVE') this.members.delete(event.user.id)
  }

  /** Returns whether a member sees a channel. */
  sees(user: string, channel: string): boolean {
    const userId = BigInt(user)
    const roleIds = this.members.get(user)
    if (roleIds === undefined) return false
    const roles = [`${this.#guildId}`, ...roleIds].map((id) => ({
      id: BigInt(id),
      permissions: this.roles.get(id) ?? 0n,
    }))
    const base = basePermissions({ guildId: this.#guildId, ownerId: this.#ownerId, userId, roles })
    const overwrites = (this.overwrites.get(channel) ?? []).map(({ id, type, allow, deny }) => ({
      id: BigInt(id),
      type,
      allow: BigInt(allow),
      deny: BigInt(deny),
    }))
    const permissions = channelPermissions(base, {
      guildId: this.#guildId,
      userId,
      roleIds: roleIds.map(BigInt),
      overwrites,
    })
    return (permissions & Permission.VIEW_CHANNEL) !== 0n
  }
}
