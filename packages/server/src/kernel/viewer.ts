import { ChannelType, type Instant, Permission, type Snowflake } from '@guildhall/protocol'
import { type GuildView, restrictedPermissions } from './guild-view.ts'
import type { Channel, Member } from './model.ts'

/**
 * Kind of a gateway session: a bot, a person's own client, or a game that a person signed in to with an OAuth2 token.
 */
export type SessionKind = 'bot' | 'person' | 'game'

const NO_SCOPES: ReadonlySet<string> = new Set()

/** A session, or a group of sessions with equal visibility, in one guild. Permissions are computed once per epoch. */
export class Viewer {
  readonly kind: SessionKind
  readonly userId: Snowflake
  readonly applicationId: Snowflake | null
  /** The gateway session; null for a group, and over HTTP. */
  readonly sessionId: string | null
  /** OAuth2 scopes of a game's session; empty for others. */
  readonly scopes: ReadonlySet<string>
  readonly intents: number
  readonly capabilities: number
  readonly view: GuildView | null
  readonly roleIds: readonly Snowflake[]
  /** Whether the application opted in to obfuscated channels before their date. [GW-2] */
  readonly obfuscationOptIn: boolean
  /** Returns whether the date has come from which every bot receives them. [GW-3] */
  readonly obfuscationForAll: () => boolean
  /** Returns the member whose timeout applies; undefined for a group, whose users have none. */
  readonly #member: () => Member | undefined
  readonly #now: () => Instant
  #epoch = -1
  readonly #permissions = new Map<Snowflake, bigint>()

  constructor(options: {
    kind: SessionKind
    userId: Snowflake
    applicationId: Snowflake | null
    sessionId?: string
    scopes: ReadonlySet<string>
    intents: number
    capabilities: number
    view: GuildView | null
    roleIds: readonly Snowflake[]
    obfuscationOptIn: boolean
    obfuscationForAll: () => boolean
    member: () => Member | undefined
    now: () => Instant
  }) {
    this.kind = options.kind
    this.userId = options.userId
    this.applicationId = options.applicationId
    this.sessionId = options.sessionId ?? null
    this.scopes = options.scopes
    this.intents = options.intents
    this.capabilities = options.capabilities
    this.view = options.view
    this.roleIds = options.roleIds
    this.obfuscationOptIn = options.obfuscationOptIn
    this.obfuscationForAll = options.obfuscationForAll
    this.#member = options.member
    this.#now = options.now
  }

  /** Returns the viewer of a member over HTTP, where there are no intents and no capabilities. */
  static of(kind: 'bot' | 'person', view: GuildView, member: Member, at: Instant): Viewer {
    return new Viewer({
      kind,
      view,
      userId: member.user_id,
      roleIds: member.roles,
      member: () => member,
      now: () => at,
      applicationId: null,
      scopes: NO_SCOPES,
      intents: 0,
      capabilities: 0,
      obfuscationOptIn: false,
      obfuscationForAll: () => false,
    })
  }

  /** Removes permissions that a timeout denies now. A timeout ends by the clock, so the result is not cached. */
  #restricted(permissions: bigint): bigint {
    return restrictedPermissions(permissions, this.#member(), this.#now())
  }

  /** Returns permissions in a channel of the guild, with timeout; 0 for an unknown channel. */
  permissionsIn(channelId: Snowflake): bigint {
    const view = this.view
    if (!view) return 0n
    if (view.epoch !== this.#epoch) {
      this.#permissions.clear()
      this.#epoch = view.epoch
    }
    const known = this.#permissions.get(channelId)
    if (known !== undefined) return this.#restricted(known)
    const channel = view.channels.get(channelId)
    if (!channel) return 0n
    // Threads do not change the epoch, so they are not cached.
    if (channel.thread_metadata && channel.parent_id !== null) {
      return this.#inThread(channel, this.permissionsIn(channel.parent_id))
    }
    const permissions = view.permissionsIn(channel, this.userId, this.roleIds)
    this.#permissions.set(channelId, permissions)
    return this.#restricted(permissions)
  }

  /**
   * Returns the same for a channel object, which may be deleted already. Private threads are visible to members only.
   */
  permissionsOf(channel: Channel): bigint {
    const permissions = this.view?.permissionsIn(channel, this.userId, this.roleIds) ?? 0n
    return this.#inThread(channel, this.#restricted(permissions))
  }

  #inThread(channel: Channel, permissions: bigint): bigint {
    if (channel.type !== ChannelType.PRIVATE_THREAD || permissions & Permission.MANAGE_THREADS) return permissions
    return this.view?.privateThreads.get(channel.id)?.has(this.userId) ? permissions : 0n
  }

  /** Permissions in the guild and in each channel, as text. Viewers with the same signature have equal visibility. */
  get signature(): string {
    const all = [this.guildPermissions.toString(36)]
    for (const channel of this.view?.channels.values() ?? []) {
      if (!channel.thread_metadata) all.push(this.permissionsIn(channel.id).toString(36))
    }
    return all.join(' ')
  }

  /** Returns whether the viewer has a permission in a channel. */
  may(permission: bigint, channelId: Snowflake): boolean {
    return (this.permissionsIn(channelId) & permission) === permission
  }

  /** Permissions in the guild, with timeout. */
  get guildPermissions(): bigint {
    return this.#restricted(this.view?.permissions(this.userId, this.roleIds) ?? 0n)
  }

  /** Returns whether the viewer has a permission in the guild. */
  mayInGuild(permission: bigint): boolean {
    return (this.guildPermissions & permission) === permission
  }

  /** Returns whether the viewer sees a channel. */
  sees(channelId: Snowflake): boolean {
    return this.may(Permission.VIEW_CHANNEL, channelId)
  }
}
