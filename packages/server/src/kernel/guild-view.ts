import {
  basePermissions,
  channelPermissions,
  type Instant,
  MemberFlag,
  OverwriteType,
  Permission,
  type Snowflake,
  timedOutPermissions,
} from '@guildhall/protocol'
import type {
  Channel,
  Guild,
  Member,
  Presence,
  StoredAutoModerationRule,
  StoredEmoji,
  StoredRole,
  StoredScheduledEvent,
  StoredSoundboardSound,
  StoredStageInstance,
  StoredSticker,
  VoiceState,
} from './model.ts'

/** Cached members besides those of connected sessions, so that a caller's row is not read again on each request. */
const MEMBERS_MAX = 2_000

/** State of a voice channel that exists only while users are connected. [VCI-1] [VCI-2] */
export interface VoiceChannel {
  readonly status: string | null
  /** Unix seconds. */
  readonly startedAt: number | null
}

/**
 * Cached state of a guild for decisions: loaded once and updated by the guild's events. It contains members of
 * connected sessions and recently used ones; others are read from the store.
 */
export class GuildView {
  readonly id: Snowflake
  guild: Guild
  readonly roles = new Map<Snowflake, StoredRole>()
  /** Guild channels and threads that are not archived. */
  readonly channels = new Map<Snowflake, Channel>()
  readonly emojis = new Map<Snowflake, StoredEmoji>()
  readonly stickers = new Map<Snowflake, StoredSticker>()
  readonly sounds = new Map<Snowflake, StoredSoundboardSound>()
  /** Scheduled and active events. */
  readonly scheduledEvents = new Map<Snowflake, StoredScheduledEvent>()
  /** Live stages by channel. */
  readonly stageInstances = new Map<Snowflake, StoredStageInstance>()
  readonly presences = new Map<Snowflake, Presence>()
  readonly voiceStates = new Map<Snowflake, VoiceState>()
  /** Whether `voiceStates` and `voiceChannels` were read from rows, as where there are several nodes. */
  hasVoiceOfRows = false
  /** By channel; without an entry, a channel has no status and no start time. */
  readonly voiceChannels = new Map<Snowflake, VoiceChannel>()
  /** Time since which a voice channel is empty, or without a speaker. Each process has its own times. */
  readonly quietSince = new Map<Snowflake, { empty: Instant | null; silent: Instant | null }>()
  /** Members by private thread that is not archived. */
  readonly privateThreads = new Map<Snowflake, Set<Snowflake>>()
  /** Rules of automatic moderation; null until they are loaded on demand. */
  autoModeration: ReadonlyMap<Snowflake, StoredAutoModerationRule> | null = null
  memberCount = 0
  /** Whether the guild's messages are in the text index, or being added to it. New messages are added at once then. */
  searchIndexed = false
  /** Version of the guild's topic that the view contains. */
  version = 0
  /** Version of the topic at which the rows were read. */
  loadedVersion = 0
  /**
   * Grows when permissions of many users may have changed; values computed from permissions are valid for one epoch.
   * Changes of single users (their roles, private threads) do not raise it. Events name these users in `affectedUsers`.
   */
  epoch = 0
  /** Grows with each change of the view, except by events that leave decisions as they are, such as new messages. */
  revision = 0
  /** Whether the view must be read again before use, because another node changed the guild. */
  stale = false
  readonly #members = new Map<Snowflake, Member>()
  readonly #held = new Map<Snowflake, number>()
  /** Users with a member overwrite, at an epoch. */
  readonly #overwritten = new Set<Snowflake>()
  #overwrittenEpoch = -1

  constructor(guild: Guild) {
    this.id = guild.id
    this.guild = guild
  }

  /** Returns a cached member. */
  member(userId: Snowflake): Member | undefined {
    return this.#members.get(userId)
  }

  /** Caches a member. If the cache is full, it drops the oldest member that no session holds. */
  cacheMember(member: Member): void {
    this.#members.delete(member.user_id)
    this.#members.set(member.user_id, member)
    if (this.#members.size <= MEMBERS_MAX + this.#held.size) return
    for (const userId of this.#members.keys()) {
      if (this.#held.has(userId)) continue
      this.#members.delete(userId)
      return
    }
  }

  /** Replaces a member that is cached. */
  updateCachedMember(member: Member): void {
    if (this.#members.has(member.user_id)) this.#members.set(member.user_id, member)
  }

  /** Removes a user who left the guild. */
  removeMember(userId: Snowflake): void {
    this.#members.delete(userId)
    this.presences.delete(userId)
    for (const members of this.privateThreads.values()) members.delete(userId)
  }

  /** Keeps the member of a session in the cache; each call needs one `release`. */
  hold(userId: Snowflake): void {
    this.#held.set(userId, (this.#held.get(userId) ?? 0) + 1)
  }

  /** Undoes one `hold`. */
  release(userId: Snowflake): void {
    const count = (this.#held.get(userId) ?? 0) - 1
    if (count > 0) this.#held.set(userId, count)
    else this.#held.delete(userId)
  }

  /** Returns the users whose members sessions keep in the cache. */
  heldUsers(): Iterable<Snowflake> {
    return this.#held.keys()
  }

  /** Whether a session watches this guild. Then the view stays in memory. */
  get watched(): boolean {
    return this.#held.size > 0
  }

  /** Returns permissions in the guild; all for the owner and administrators. */
  permissions(userId: Snowflake, roleIds: readonly Snowflake[]): bigint {
    return basePermissions({
      ownerId: this.guild.owner_id,
      guildId: this.id,
      userId,
      roles: this.#rolesOf(roleIds),
    })
  }

  /** Returns permissions of a member in the guild at a time, with timeout. [PRM-23] */
  permissionsOfMember(member: Member, at: Instant): bigint {
    return restrictedPermissions(this.permissions(member.user_id, member.roles), member, at)
  }

  /** Returns permissions of a member in a channel at a time, with timeout. */
  permissionsOfMemberIn(channel: Channel, member: Member, at: Instant): bigint {
    return restrictedPermissions(this.permissionsIn(channel, member.user_id, member.roles), member, at)
  }

  /** Returns permissions in a channel. Threads use the overwrites of their parent. */
  permissionsIn(channel: Channel, userId: Snowflake, roleIds: readonly Snowflake[]): bigint {
    const base = this.permissions(userId, roleIds)
    if (base & Permission.ADMINISTRATOR) return base
    const holder = channel.thread_metadata && channel.parent_id ? this.channels.get(channel.parent_id) : channel
    return channelPermissions(base, {
      guildId: this.id,
      userId,
      roleIds,
      overwrites: holder?.permission_overwrites ?? [],
    })
  }

  /** Returns the position of a member's highest role; the owner is above all. [role order] */
  rank(userId: Snowflake, roleIds: readonly Snowflake[]): number {
    if (userId === this.guild.owner_id) return Number.MAX_SAFE_INTEGER
    let highest = 0
    for (const id of roleIds) highest = Math.max(highest, this.roles.get(id)?.position ?? 0)
    return highest
  }

  /**
   * Returns whether the visibility of a user may differ from that of users with the same roles, so that no group
   * represents them.
   */
  isEvaluatedIndividually(userId: Snowflake): boolean {
    if (userId === this.guild.owner_id) return true
    for (const members of this.privateThreads.values()) if (members.has(userId)) return true
    if (this.#overwrittenEpoch !== this.epoch) {
      this.#overwritten.clear()
      for (const { permission_overwrites } of this.channels.values()) {
        for (const { id, type } of permission_overwrites) if (type === OverwriteType.MEMBER) this.#overwritten.add(id)
      }
      this.#overwrittenEpoch = this.epoch
    }
    return this.#overwritten.has(userId) || this.#isInHiddenChannel(userId)
  }

  /** Returns whether a user is connected to a channel that is visible to them only while connected. [CH-12] */
  #isInHiddenChannel(userId: Snowflake): boolean {
    const state = this.voiceStates.get(userId)
    const channel = state && state.channel_id !== null && this.channels.get(state.channel_id)
    const roles = this.member(userId)?.roles ?? []
    return channel ? (this.permissionsIn(channel, userId, roles) & Permission.VIEW_CHANNEL) === 0n : false
  }

  /** Changes status or start time of a voice channel. */
  changeVoiceChannel(channelId: Snowflake, change: Partial<VoiceChannel>): void {
    const changed = { status: null, startedAt: null, ...this.voiceChannels.get(channelId), ...change }
    if (changed.status === null && changed.startedAt === null) this.voiceChannels.delete(channelId)
    else this.voiceChannels.set(channelId, changed)
  }

  /** Updates `quietSince` after users joined or left a voice channel, or were suppressed. */
  noteVoice(channelId: Snowflake, at: Instant): void {
    if (!this.channels.has(channelId)) return void this.quietSince.delete(channelId)
    let empty = true
    let silent = true
    for (const { channel_id, suppress } of this.voiceStates.values()) {
      if (channel_id !== channelId) continue
      empty = false
      silent &&= suppress
      if (!silent) break
    }
    const known = this.quietSince.get(channelId)
    this.quietSince.set(channelId, {
      empty: empty ? (known?.empty ?? at) : null,
      silent: silent ? (known?.silent ?? at) : null,
    })
  }

  /** Takes over the state of a freshly read view, so that references to this object stay valid. */
  replaceWith(fresh: GuildView): void {
    this.guild = fresh.guild
    this.memberCount = fresh.memberCount
    this.searchIndexed = fresh.searchIndexed
    this.version = fresh.version
    this.loadedVersion = fresh.loadedVersion
    replace(this.roles, fresh.roles)
    replace(this.channels, fresh.channels)
    replace(this.emojis, fresh.emojis)
    replace(this.stickers, fresh.stickers)
    replace(this.sounds, fresh.sounds)
    replace(this.scheduledEvents, fresh.scheduledEvents)
    replace(this.stageInstances, fresh.stageInstances)
    replace(this.privateThreads, fresh.privateThreads)
    replace(this.#members, fresh.#members)
    if (fresh.hasVoiceOfRows) {
      replace(this.voiceStates, fresh.voiceStates)
      replace(this.voiceChannels, fresh.voiceChannels)
      // Of what was missed nobody knows how long it lasted.
      this.quietSince.clear()
    }
    this.autoModeration = null
    this.epoch += 1
    this.revision += 1
    this.stale = false
  }

  /** Returns the active threads of a channel. */
  threadsOf(parentId: Snowflake): Channel[] {
    return [...this.channels.values()].filter((channel) => channel.thread_metadata && channel.parent_id === parentId)
  }

  *#rolesOf(roleIds: readonly Snowflake[]): Iterable<StoredRole> {
    const everyone = this.roles.get(this.id)
    if (everyone) yield everyone
    for (const id of roleIds) {
      const role = this.roles.get(id)
      if (role) yield role
    }
  }
}

function replace<K, V>(map: Map<K, V>, by: ReadonlyMap<K, V>): void {
  map.clear()
  for (const [key, value] of by) map.set(key, value)
}

const QUARANTINED = MemberFlag.AUTOMOD_QUARANTINED_USERNAME | MemberFlag.AUTOMOD_QUARANTINED_GUILD_TAG

/** Removes the permissions that a restrained member lacks. Owners and administrators are exempt. */
export function restrictedPermissions(permissions: bigint, member: Member | undefined, at: Instant): bigint {
  return member && isRestrained(member, at) ? timedOutPermissions(permissions) : permissions
}

/**
 * Returns whether a member may only read at a time: timed out, pending in membership screening, or quarantined for
 * their profile.
 */
export function isRestrained(member: Member, at: Instant): boolean {
  if (member.communication_disabled_until !== null && member.communication_disabled_until > at) return true
  return member.pending || (member.flags & QUARANTINED) !== 0
}
