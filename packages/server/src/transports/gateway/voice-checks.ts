import { ChannelType, has, type Instant, Permission, type Snowflake } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../access/channel.ts'
import { memberInGuild } from '../../access/member.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Event, effectOf, type VoiceEffect } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Member, VoiceState } from '../../kernel/model.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import { isIdle, joinsSuppressed, losesConnection } from '../../resources/guild/voice-states/index.ts'

/** Pause after which a guild is checked again that had a state to correct. */
const CHECKED_AGAIN_MS = 1_000
/** Time in which the node of a call corrects the states of its members. Another node does it then. */
const LEFT_TO_OWNER_MS = 3_000

/** Returns the voice state that a member must have in place of the present one; undefined for no change. */
type Decide = (view: GuildView, member: Member) => VoiceState | undefined

export interface VoiceCheckParts {
  units: Units
  /** Platform date, by which idle members are moved. */
  clock: Clock
  wallClock: Clock
  /** Returns the platform date at which a member last spoke, if the call is at this node; null before that. */
  spokeAt: (state: VoiceState) => Instant | null
  /** Returns whether the voice state of a session is that of the former process. */
  isRestored: (sessionId: string) => boolean
  /** Returns whether this node has a call, or no node has it. */
  hasCall: (channelId: Snowflake) => Promise<boolean> | boolean
  /** Decides about the voice state of a member in a unit of work, and publishes a changed one. */
  change: (guildId: Snowflake, userId: Snowflake, decide: Decide) => Promise<void>
  runInBackground: (task: Promise<void>) => void
}

/** Facts about a connected member that its voice state lacks. */
interface Connected {
  readonly channelId: Snowflake
  /**
   * Whether the member could connect when it was last checked; null before the first check of one who was moved. Stays
   * true until the state of a member who lost the permission is corrected.
   */
  couldConnect: boolean | null
  /** When the member joined, moved or changed a flag. */
  activeAt: Instant
  /** Wall-clock time since which a correction is left to the node of the call; null for none. */
  leftSince: Instant | null
}

/** A connected member whose voice state must become another one. */
interface Correction {
  readonly userId: Snowflake
  readonly connected: Connected
  /** Whether the member is idle, of which only the node of the call can be sure. */
  readonly isIdle: boolean
}

/** A guild with connected members. */
interface Watched {
  readonly members: Map<Snowflake, Connected>
  /** Whether a check is about to run. */
  pending: boolean
  cancelTimer: () => void
}

/**
 * Changes of a guild that reach connected members: a member who loses CONNECT is disconnected, one who loses SPEAK is
 * suppressed, camera and screen of one who loses STREAM are off, and an idle one is moved to the AFK channel. All nodes
 * check all members. The node of the call corrects their states. The others do it if that one did not in some time.
 */
export class VoiceChecks {
  readonly #parts: VoiceCheckParts
  readonly #guilds = new Map<Snowflake, Watched>()

  constructor(parts: VoiceCheckParts) {
    this.#parts = parts
  }

  /** Takes over who is connected, as rows say at the start, and after events were lost. */
  know(states: readonly VoiceState[]): void {
    const present = new Set(states.map(({ guild_id, channel_id, user_id }) => `${guild_id} ${channel_id} ${user_id}`))
    for (const [guildId, watched] of [...this.#guilds]) {
      for (const [userId, { channelId }] of [...watched.members])
        if (!present.has(`${guildId} ${channelId} ${userId}`)) this.#remove(guildId, userId)
    }
    for (const state of states) {
      const { guild_id: guildId, channel_id: channelId, user_id: userId } = state
      if (guildId === null || channelId === null || this.#guilds.get(guildId)?.members.has(userId)) continue
      this.#put(guildId, userId, { channelId, couldConnect: null })
    }
  }

  /** Counts the time of idle members anew whose call has another node: nobody there knows when they spoke. */
  moved(channelId: Snowflake): void {
    for (const [guildId, watched] of this.#guilds) {
      const members = [...watched.members.values()].filter((connected) => connected.channelId === channelId)
      for (const connected of members) connected.activeAt = this.#parts.clock.now()
      if (members.length > 0) this.#check(guildId, watched)
    }
  }

  /** Applies a committed event, after the guild view received it. */
  receive(event: Event): void {
    const { type, topic, version } = event
    const effect = effectOf(event)
    if (effect?.kind === 'state-changed') {
      if (effect.state.guild_id !== null) this.#noteState(effect)
      return
    }
    if (this.#guilds.size === 0 || version === 0 || !topic.startsWith('guild.')) return
    const guildId = BigInt(topic.slice('guild.'.length))
    const watched = this.#guilds.get(guildId)
    if (!watched) return
    if (effect?.kind === 'guild-ended') return this.#forget(guildId, watched)
    if (type.apply) this.#check(guildId, watched)
  }

  #noteState({ state, before, chosen = false }: Extract<VoiceEffect, { kind: 'state-changed' }>): void {
    const { guild_id: guildId, channel_id: channelId, user_id: userId } = state
    if (guildId === null) return
    if (channelId === null) return this.#remove(guildId, userId)
    const known = this.#guilds.get(guildId)?.members.get(userId)
    // A moderator moves members to channels that they cannot join. A session joins only what its user can.
    const joined = known === undefined || (before !== undefined && before.session_id !== state.session_id)
    const couldConnect = chosen || (joined && !this.#parts.isRestored(state.session_id)) ? true : null
    const stayed = known?.channelId === channelId
    this.#put(guildId, userId, { channelId, couldConnect: stayed ? known.couldConnect : couldConnect })
  }

  #put(guildId: Snowflake, userId: Snowflake, place: Pick<Connected, 'channelId' | 'couldConnect'>): void {
    const known = this.#guilds.get(guildId)
    const watched = known ?? { members: new Map<Snowflake, Connected>(), pending: false, cancelTimer: () => undefined }
    this.#guilds.set(guildId, watched)
    watched.members.set(userId, { ...place, activeAt: this.#parts.clock.now(), leftSince: null })
    this.#check(guildId, watched)
  }

  #remove(guildId: Snowflake, userId: Snowflake): void {
    const watched = this.#guilds.get(guildId)
    watched?.members.delete(userId)
    if (watched?.members.size === 0) this.#forget(guildId, watched)
  }

  #forget(guildId: Snowflake, watched: Watched): void {
    watched.cancelTimer()
    this.#guilds.delete(guildId)
  }

  /** Checks the members of a guild soon; changes in quick succession are checked once. */
  #check(guildId: Snowflake, watched: Watched): void {
    if (watched.pending) return
    watched.pending = true
    setImmediate(() => {
      watched.pending = false
      if (this.#guilds.get(guildId) !== watched) return
      this.#parts.runInBackground(this.#correct(guildId, watched))
    })
  }

  #checkLater(guildId: Snowflake, watched: Watched): void {
    const { wallClock } = this.#parts
    wallClock.at(wallClock.now() + CHECKED_AGAIN_MS, () => {
      if (this.#guilds.get(guildId) === watched) this.#check(guildId, watched)
    })
  }

  async #correct(guildId: Snowflake, watched: Watched): Promise<void> {
    const { units, change } = this.#parts
    const corrections = await units.read(SYSTEM_ACTOR, (work) => this.#checkAll(work, guildId, watched))
    if (corrections.length === 0) return
    // The store may refuse it, and a member may speak again before it.
    this.#checkLater(guildId, watched)
    // Each is another unit of work: within one that reads, it would wait for that.
    for (const correction of corrections) {
      const { userId, connected } = correction
      if (await this.#isDue(correction))
        await change(guildId, userId, (view, member) => this.#decide(view, member, connected))
    }
  }

  /** Returns whether this node corrects a state now, and leaves it to the node of the call otherwise. */
  async #isDue({ connected, isIdle }: Correction): Promise<boolean> {
    const { clock, wallClock, hasCall } = this.#parts
    if (await hasCall(connected.channelId)) return true
    // The node of the call knows who speaks. This one looks again in case that the call moves here.
    if (isIdle) connected.activeAt = clock.now()
    if (isIdle) return false
    connected.leftSince ??= wallClock.now()
    return wallClock.now() - connected.leftSince >= LEFT_TO_OWNER_MS
  }

  /** Returns the members whose voice states must become others. */
  async #checkAll(work: Work, guildId: Snowflake, watched: Watched): Promise<Correction[]> {
    const corrections: Correction[] = []
    const view = await work.view(guildId)
    if (!view) return corrections
    let nextIdleAt = Number.POSITIVE_INFINITY
    for (const [userId, connected] of [...watched.members]) {
      const member = await memberInGuild(work, view, userId)
      const state = view.voiceStates.get(userId)
      if (!member || !view.channels.has(connected.channelId) || state?.channel_id !== connected.channelId) continue
      const changed = this.#decide(view, member, connected)
      const isIdle = changed !== undefined && changed.channel_id !== null && changed.channel_id !== state.channel_id
      if (changed) corrections.push({ userId, connected, isIdle })
      else {
        connected.leftSince = null
        nextIdleAt = Math.min(nextIdleAt, this.#idleAt(view, state, connected))
      }
    }
    watched.cancelTimer()
    if (nextIdleAt === Number.POSITIVE_INFINITY || this.#guilds.get(guildId) !== watched) return corrections
    // At least a moment later: a member who speaks is idle at the same distance from now each time.
    const at = Math.max(nextIdleAt, this.#parts.clock.now() + 1)
    watched.cancelTimer = this.#parts.clock.at(at, () => this.#check(guildId, watched))
    return corrections
  }

  /** Returns the voice state that a member must have; undefined for no change, and for a member who has moved on. */
  #decide(view: GuildView, member: Member, connected: Connected): VoiceState | undefined {
    const state = view.voiceStates.get(member.user_id)
    const channel = view.channels.get(connected.channelId)
    if (!channel || state?.channel_id !== channel.id) return undefined
    const now = this.#parts.clock.now()
    const permissions = memberChannelPermissions(view, channel, member, now)
    const canConnect = has(permissions, Permission.VIEW_CHANNEL | Permission.CONNECT)
    const couldConnect = connected.couldConnect ?? canConnect
    if (losesConnection({ couldConnect, canConnect })) return { ...state, channel_id: null }
    connected.couldConnect = canConnect
    if (isIdle({ idleAt: this.#idleAt(view, state, connected), now })) return this.#movedAway(view, member, state)
    const streams = has(permissions, Permission.STREAM)
    const [self_video, self_stream] = [state.self_video && streams, state.self_stream && streams]
    // On a stage, moderators decide who is suppressed.
    const isStage = channel.type !== ChannelType.GUILD_VOICE
    const suppress = isStage ? state.suppress : joinsSuppressed(channel, permissions, view.guild.afk_channel_id)
    const same = suppress === state.suppress && self_video === state.self_video && self_stream === state.self_stream
    return same ? undefined : { ...state, suppress, self_video, self_stream }
  }

  #movedAway(view: GuildView, member: Member, state: VoiceState): VoiceState | undefined {
    const channel = view.guild.afk_channel_id === null ? undefined : view.channels.get(view.guild.afk_channel_id)
    if (!channel) return undefined
    const permissions = memberChannelPermissions(view, channel, member, this.#parts.clock.now())
    const suppress = joinsSuppressed(channel, permissions, channel.id)
    return { ...state, channel_id: channel.id, suppress, request_to_speak_timestamp: null }
  }

  /** Returns when a member is idle, unless they speak before; infinite where nobody is moved. */
  #idleAt({ guild, channels }: GuildView, state: VoiceState, { activeAt }: Connected): Instant {
    const afkId = guild.afk_channel_id
    if (afkId === null || afkId === state.channel_id || !channels.has(afkId)) return Number.POSITIVE_INFINITY
    return Math.max(activeAt, this.#parts.spokeAt(state) ?? 0) + guild.afk_timeout * 1000
  }
}
