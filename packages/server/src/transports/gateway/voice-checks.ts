import { ChannelType, has, type Instant, Permission, type Snowflake } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../access/channel.ts'
import { memberInGuild } from '../../access/member.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Event } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Member, VoiceState } from '../../kernel/model.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { Work } from '../../kernel/work.ts'
import { isIdle, joinsSuppressed, losesConnection } from '../../resources/guild/voice-states/index.ts'

export interface VoiceCheckParts {
  units: Units
  /** Platform date, by which idle members are moved. */
  clock: Clock
  /** Returns the platform date at which a connected member last spoke; null before that. */
  spokeAt: (state: VoiceState) => Instant | null
  /** Publishes a changed voice state of a member, unless it has become another one. */
  change: (guildId: Snowflake, before: VoiceState, state: VoiceState) => Promise<void>
  runInBackground: (task: Promise<void>) => void
}

/** Facts about a connected member that its voice state lacks. */
interface Connected {
  readonly channelId: Snowflake
  /** Whether the member could connect when it was last checked; null before the first check. */
  couldConnect: boolean | null
  /** When the member joined, moved or changed a flag. */
  activeAt: Instant
}

/** A voice state that a member must have in place of another one. */
interface Correction {
  readonly before: VoiceState
  readonly state: VoiceState
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
 * suppressed, camera and screen of one who loses STREAM are off, and an idle one is moved to the AFK channel.
 */
export class VoiceChecks {
  readonly #parts: VoiceCheckParts
  readonly #guilds = new Map<Snowflake, Watched>()

  constructor(parts: VoiceCheckParts) {
    this.#parts = parts
  }

  /** Applies a committed event, after the guild view received it. */
  receive({ type, payload, topic, version }: Event): void {
    const effect = type.effect?.(payload)
    if (effect?.kind === 'state-changed') {
      if (effect.state.guild_id !== null) this.#noteState(effect.state)
      return
    }
    if (this.#guilds.size === 0 || version === 0 || !topic.startsWith('guild.')) return
    const guildId = BigInt(topic.slice('guild.'.length))
    const watched = this.#guilds.get(guildId)
    if (!watched) return
    if (effect?.kind === 'guild-ended') return this.#forget(guildId, watched)
    if (type.apply) this.#check(guildId, watched)
  }

  #noteState({ guild_id: guildId, channel_id: channelId, user_id: userId }: VoiceState): void {
    if (guildId === null) return
    const known = this.#guilds.get(guildId)
    if (channelId === null) {
      known?.members.delete(userId)
      if (known?.members.size === 0) this.#forget(guildId, known)
      return
    }
    const watched = known ?? { members: new Map<Snowflake, Connected>(), pending: false, cancelTimer: () => undefined }
    this.#guilds.set(guildId, watched)
    const before = watched.members.get(userId)
    const couldConnect = before?.channelId === channelId ? before.couldConnect : null
    watched.members.set(userId, { channelId, couldConnect, activeAt: this.#parts.clock.now() })
    this.#check(guildId, watched)
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

  async #correct(guildId: Snowflake, watched: Watched): Promise<void> {
    const { units, change } = this.#parts
    const corrections = await units.read(SYSTEM_ACTOR, (work) => this.#checkAll(work, guildId, watched))
    // Each is another unit of work: within one that reads, it would wait for that.
    for (const { before, state } of corrections) await change(guildId, before, state)
  }

  /** Returns the voice states that members must have in place of the present ones. */
  async #checkAll(work: Work, guildId: Snowflake, watched: Watched): Promise<Correction[]> {
    const corrections: Correction[] = []
    const view = await work.view(guildId)
    if (!view) return corrections
    let nextIdleAt = Number.POSITIVE_INFINITY
    for (const [userId, connected] of [...watched.members]) {
      const member = await memberInGuild(work, view, userId)
      const state = view.voiceStates.get(userId)
      const channel = view.channels.get(connected.channelId)
      if (!member || !channel || state?.channel_id !== connected.channelId) continue
      const changed = this.#checked(view, { member, state, channel, connected })
      if (changed) corrections.push({ before: state, state: changed })
      else nextIdleAt = Math.min(nextIdleAt, this.#idleAt(view, state, connected))
    }
    watched.cancelTimer()
    if (nextIdleAt === Number.POSITIVE_INFINITY || this.#guilds.get(guildId) !== watched) return corrections
    // At least a moment later: a member who speaks is idle at the same distance from now each time.
    const at = Math.max(nextIdleAt, this.#parts.clock.now() + 1)
    watched.cancelTimer = this.#parts.clock.at(at, () => this.#check(guildId, watched))
    return corrections
  }

  /** Returns the voice state that a member must have; undefined for no change. */
  #checked(
    view: GuildView,
    {
      member,
      state,
      channel,
      connected,
    }: { member: Member; state: VoiceState; channel: Channel; connected: Connected },
  ): VoiceState | undefined {
    const now = this.#parts.clock.now()
    const permissions = memberChannelPermissions(view, channel, member, now)
    const canConnect = has(permissions, Permission.VIEW_CHANNEL | Permission.CONNECT)
    const couldConnect = connected.couldConnect ?? canConnect
    connected.couldConnect = canConnect
    if (losesConnection({ couldConnect, canConnect })) return { ...state, channel_id: null }
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
