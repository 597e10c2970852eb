import { ChannelType, type Instant, Permission, type Snowflake } from '@guildhall/protocol'
import { type GuildView, restrictedPermissions } from './guild-view.ts'
import type { Channel, Member } from './model.ts'

/** Somebody who looks: a session, or a group of sessions that see alike. Permissions are computed once per epoch. */
export class Viewer {
  readonly kind: 'bot' | 'person'
  readonly userId: Snowflake
  readonly applicationId: Snowflake | null
  readonly intents: number
  readonly capabilities: number
  readonly view: GuildView | null
  readonly roleIds: readonly Snowflake[]
  /** The application asked for obfuscated channels before their date. [GW-2] */
  readonly obfuscationOptIn: boolean
  /** Has the date come from which every bot is shown them? [GW-3] */
  readonly obfuscationForAll: () => boolean
  /** The member whose time-out counts; undefined for a group of sessions, none of whose users is timed out. */
  readonly #member: () => Member | undefined
  readonly #now: () => Instant
  #epoch = -1
  readonly #permissions = new Map<Snowflake, bigint>()

  constructor(options: {
    kind: 'bot' | 'person'
    userId: Snowflake
    applicationId: Snowflake | null
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
    this.intents = options.intents
    this.capabilities = options.capabilities
    this.view = options.view
    this.roleIds = options.roleIds
    this.obfuscationOptIn = options.obfuscationOptIn
    this.obfuscationForAll = options.obfuscationForAll
    this.#member = options.member
    this.#now = options.now
  }

  /** Returns the viewer that a member is over HTTP: without what sessions choose, such as intents. */
  static of(kind: 'bot' | 'person', view: GuildView, member: Member, at: Instant): Viewer {
    return new Viewer({
      kind,
      view,
      userId: member.user_id,
      roleIds: member.roles,
      member: () => member,
      now: () => at,
      applicationId: null,
      intents: 0,
      capabilities: 0,
      obfuscationOptIn: false,
      obfuscationForAll: () => false,
    })
  }

  /** Removes what a time-out takes away now. It ends by the clock, so its result is not kept. */
  #heldBack(permissions: bigint): bigint {
    return restrictedPermissions(permissions, this.#member(), this.#now())
  }

  /** Permissions in a channel of the view's guild, a time-out applied; 0 where there is no such channel. */
  permissionsIn(channelId: Snowflake): bigint {
    const view = this.view
    if (!view) return 0n
    if (view.epoch !== this.#epoch) {
      this.#permissions.clear()
      this.#epoch = view.epoch
    }
    const known = this.#permissions.get(channelId)
    if (known !== undefined) return this.#heldBack(known)
    const channel = view.channels.get(channelId)
    if (!channel) return 0n
    // Threads come and go without an epoch.
    if (channel.thread_metadata && channel.parent_id !== null) {
      return this.#inThread(channel, this.permissionsIn(channel.parent_id))
    }
    const permissions = view.permissionsIn(channel, this.userId, this.roleIds)
    this.#permissions.set(channelId, permissions)
    return this.#heldBack(permissions)
  }

  /** The same for a channel object, which may already be gone from the view. Private threads are for their members. */
  permissionsOf(channel: Channel): bigint {
    const permissions = this.view?.permissionsIn(channel, this.userId, this.roleIds) ?? 0n
    return this.#inThread(channel, this.#heldBack(permissions))
  }

  #inThread(channel: Channel, permissions: bigint): bigint {
    if (channel.type !== ChannelType.PRIVATE_THREAD || permissions & Permission.MANAGE_THREADS) return permissions
    return this.view?.privateThreads.get(channel.id)?.has(this.userId) ? permissions : 0n
  }

  /** What this viewer may do in the guild and each of its channels: viewers with the same signature see alike. */
  get signature(): string {
    const all = [this.guildPermissions.toString(36)]
    for (const channel of this.view?.channels.values() ?? []) {
      if (!channel.thread_metadata) all.push(this.permissionsIn(channel.id).toString(36))
    }
    return all.join(' ')
  }

  may(permission: bigint, channelId: Snowflake): boolean {
    return (this.permissionsIn(channelId) & permission) === permission
  }

  /** Permissions in the guild as a whole. */
  get guildPermissions(): bigint {
    return this.#heldBack(this.view?.permissions(this.userId, this.roleIds) ?? 0n)
  }

  mayInGuild(permission: bigint): boolean {
    return (this.guildPermissions & permission) === permission
  }

  sees(channelId: Snowflake): boolean {
    return this.may(Permission.VIEW_CHANNEL, channelId)
  }
}
