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

/** Members kept beyond those of connected sessions, so that a caller's own row is not read again on each request. */
const MEMBERS_MAX = 2_000

export interface VoiceChannel {
  readonly status: string | null
  /** Unix seconds. */
  readonly startedAt: number | null
}

/**
 * The part of a guild that deciding needs, loaded once and kept current by the guild's own events. Members are not
 * loaded: those of connected sessions and the recently asked-for are here, others are looked up in the store.
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
  /** Those to come and under way. */
  readonly scheduledEvents = new Map<Snowflake, StoredScheduledEvent>()
  /** Stages that are live, by channel. */
  readonly stageInstances = new Map<Snowflake, StoredStageInstance>()
  readonly presences = new Map<Snowflake, Presence>()
  readonly voiceStates = new Map<Snowflake, VoiceState>()
  /** What voice channels have only while somebody is there. [VCI-1] [VCI-2] */
  readonly voiceChannels = new Map<Snowflake, VoiceChannel>()
  /** Where somebody was and now nobody is, or nobody may speak: since when. Kept by each process for itself. */
  readonly quietSince = new Map<Snowflake, { empty: Instant | null; silent: Instant | null }>()
  /** Members of the private threads that are not archived. */
  readonly privateThreads = new Map<Snowflake, Set<Snowflake>>()
  /** Rules of automatic moderation; null until somebody asks. */
  autoModeration: ReadonlyMap<Snowflake, StoredAutoModerationRule> | null = null
  memberCount = 0
  /** Its messages are in the index of texts, or on their way there: new ones are put there at once. */
  searchIndexed = false
  /** Version of the guild's topic that this view shows. */
  version = 0
  /** Version of the topic at which the rows were read. */
  loadedVersion = 0
  /**
   * Grows whenever permissions of many may have changed: what is computed from them is kept until then. What concerns
   * single users alone (their roles, private threads) does not: events tell of those by `moves`.
   */
  epoch = 0
  /** A writer has found that other nodes have gone on: it is read again before it is used. */
  stale = false
  readonly #members = new Map<Snowflake, Member>()
  readonly #held = new Map<Snowflake, number>()
  /** Users whom overwrites name, at an epoch. */
  readonly #named = new Set<Snowflake>()
  #namedEpoch = -1

  constructor(guild: Guild) {
    this.id = guild.id
    this.guild = guild
  }

  member(userId: Snowflake): Member | undefined {
    return this.#members.get(userId)
  }

  /** Takes a member row that was read or has changed. The oldest that no session holds makes room. */
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

  /** A member has changed: matters only when it is here. */
  updateCachedMember(member: Member): void {
    if (this.#members.has(member.user_id)) this.#members.set(member.user_id, member)
  }

  removeMember(userId: Snowflake): void {
    this.#members.delete(userId)
    this.presences.delete(userId)
    for (const members of this.privateThreads.values()) members.delete(userId)
  }

  /** Keeps a member here while a session of that user is connected; counted. */
  hold(userId: Snowflake): void {
    this.#held.set(userId, (this.#held.get(userId) ?? 0) + 1)
  }

  release(userId: Snowflake): void {
    const count = (this.#held.get(userId) ?? 0) - 1
    if (count > 0) this.#held.set(userId, count)
    else this.#held.delete(userId)
  }

  /** Does a session watch this guild? Then the view must stay. */
  get watched(): boolean {
    return this.#held.size > 0
  }

  /** Permissions in the guild as a whole; all for the owner and administrators. 0 for a user who is no member. */
  permissions(userId: Snowflake, roleIds: readonly Snowflake[]): bigint {
    return basePermissions({
      ownerId: this.guild.owner_id,
      guildId: this.id,
      userId,
      roles: this.#rolesOf(roleIds),
    })
  }

  /** Permissions of a member in the guild as a whole at a time: a time-out is applied. [PRM-23] */
  permissionsOfMember(member: Member, at: Instant): bigint {
    return restrictedPermissions(this.permissions(member.user_id, member.roles), member, at)
  }

  /** The same in a channel. */
  permissionsOfMemberIn(channel: Channel, member: Member, at: Instant): bigint {
    return restrictedPermissions(this.permissionsIn(channel, member.user_id, member.roles), member, at)
  }

  /** Permissions in a channel; threads take their parent's overwrites. */
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

  /** Position of a member's highest role; the owner stands above all. [role order] */
  rank(userId: Snowflake, roleIds: readonly Snowflake[]): number {
    if (userId === this.guild.owner_id) return Number.MAX_SAFE_INTEGER
    let highest = 0
    for (const id of roleIds) highest = Math.max(highest, this.roles.get(id)?.position ?? 0)
    return highest
  }

  /** Does this user see other things than those with the same roles? Then no group may judge for them. */
  isEvaluatedIndividually(userId: Snowflake): boolean {
    if (userId === this.guild.owner_id) return true
    for (const members of this.privateThreads.values()) if (members.has(userId)) return true
    if (this.#namedEpoch !== this.epoch) {
      this.#named.clear()
      for (const { permission_overwrites } of this.channels.values()) {
        for (const { id, type } of permission_overwrites) if (type === OverwriteType.MEMBER) this.#named.add(id)
      }
      this.#namedEpoch = this.epoch
    }
    return this.#named.has(userId) || this.#standsInHidden(userId)
  }

  /** Is this user connected to a channel that only being connected lets them view? [CH-12] */
  #standsInHidden(userId: Snowflake): boolean {
    const state = this.voiceStates.get(userId)
    const channel = state && state.channel_id !== null && this.channels.get(state.channel_id)
    const roles = this.member(userId)?.roles ?? []
    return channel ? (this.permissionsIn(channel, userId, roles) & Permission.VIEW_CHANNEL) === 0n : false
  }

  changeVoiceChannel(channelId: Snowflake, change: Partial<VoiceChannel>): void {
    const changed = { status: null, startedAt: null, ...this.voiceChannels.get(channelId), ...change }
    if (changed.status === null && changed.startedAt === null) this.voiceChannels.delete(channelId)
    else this.voiceChannels.set(channelId, changed)
  }

  /** Somebody came into a voice channel, left it, or may speak there now or no longer. */
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

  /** Takes over what another view of the same guild has read; those who hold this one go on with it. */
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
    this.#members.clear()
    this.autoModeration = null
    this.epoch += 1
    this.stale = false
  }

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

/** Removes the permissions that a restrained member lacks; owners and administrators are exempt. */
export function restrictedPermissions(permissions: bigint, member: Member | undefined, at: Instant): bigint {
  return member && isRestrained(member, at) ? timedOutPermissions(permissions) : permissions
}

/**
 * Returns whether a member may only read at a time: timed out, not past the membership screening, or quarantined for their
 * profile.
 */
export function isRestrained(member: Member, at: Instant): boolean {
  if (member.communication_disabled_until !== null && member.communication_disabled_until > at) return true
  return member.pending || (member.flags & QUARANTINED) !== 0
}
