import { randomBytes } from 'node:crypto'
import type { Instant, Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import { memberChannelPermissions } from '../../access/channel.ts'
import { memberInGuild } from '../../access/member.ts'
import { type Bus, type Event, guildTopic } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Member, User, VoiceState } from '../../kernel/model.ts'
import type { Addresses } from '../../kernel/platform.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { channelDelete } from '../../resources/channels/index.ts'
import { guildMemberRemove, presentMember } from '../../resources/members/index.ts'
import { findUser } from '../../resources/users/index.ts'
import {
  connectedTo,
  isVoice,
  joinsSuppressed,
  mayJoin,
  newState,
  type VoiceChangeOptions,
  voiceChange,
  voiceStateUpdate,
} from '../../resources/voice-states/index.ts'
import { logIgnored } from './ignored.ts'
import { readSnowflake } from './members.ts'
import { inGuild } from './payload.ts'
import type { Session } from './session.ts'

export interface VoiceParts {
  units: Units
  bus: Bus
  addresses: Addresses
  now: () => Instant
  session: (id: string) => Session | undefined
  log: Logger
  /** Lets a task go on by itself. */
  later: (task: Promise<void>) => void
}

/** What op 4 asks for. */
export interface VoiceRequest {
  guildId: Snowflake
  /** Null leaves. */
  channelId: Snowflake | null
  selfMute: boolean
  selfDeaf: boolean
  selfVideo: boolean
}

/** Reads the `d` of op 4; null for what cannot be read. Calls outside of guilds have no guild and come later. */
export function readVoiceRequest(data: unknown): VoiceRequest | 'elsewhere' | null {
  if (typeof data !== 'object' || data === null) return null
  const { guild_id, channel_id, self_mute, self_deaf, self_video } = data as Record<string, unknown>
  if (guild_id === null || guild_id === undefined) return 'elsewhere'
  const guildId = readSnowflake(guild_id)
  const channelId = channel_id === null || channel_id === undefined ? null : readSnowflake(channel_id)
  if (guildId === null || (channelId === null && channel_id != null)) return null
  return {
    guildId,
    channelId,
    selfMute: self_mute === true,
    selfDeaf: self_deaf === true,
    selfVideo: self_video === true,
  }
}

/** Who is in which voice channel, as sessions say it. Nothing of it is stored. */
export class Voice {
  readonly #parts: VoiceParts
  /** By user: one connected session takes over from another. */
  readonly #queue = new KeyedQueue<Snowflake>()

  constructor(parts: VoiceParts) {
    this.#parts = parts
  }

  /**
   * Joins, moves, leaves, or changes what the user says of themselves: what they say last holds. Who may not join is
   * told nothing.
   */
  request(session: Session, request: VoiceRequest): Promise<void> {
    return this.#queue.run(session.userId, () => this.#request(session, request))
  }

  async #request(session: Session, request: VoiceRequest): Promise<void> {
    const { guildId, channelId } = request
    const ids = { guild: guildId, ...(channelId === null ? {} : { channel: channelId }) }
    const ignored = (reason: string) => logIgnored(this.#parts.log, 4, session, reason, ids)
    if (!session.guilds.has(guildId)) return ignored('the session is not in this guild, or another shard is')
    await this.#about(request.guildId, session.userId, (view, about, member) => {
      const before = view.voiceStates.get(session.userId)
      const said = { self_mute: request.selfMute, self_deaf: request.selfDeaf, self_video: request.selfVideo }
      const state = { ...(before ?? newState(member)), ...said, session_id: session.id, channel_id: request.channelId }
      if (request.channelId === null) {
        // A session that is not the connected one has nothing to leave.
        if (before?.session_id === session.id) this.#announce(view, state, about)
        else ignored('this session is not connected to voice')
        return
      }
      if (before?.channel_id !== request.channelId) {
        const channel = view.channels.get(request.channelId)
        if (!channel) return ignored('there is no such channel')
        if (!isVoice(channel)) return ignored('the channel is no voice channel')
        if (!this.#mayJoin(view, channel, member)) return ignored('CONNECT is missing, or the channel is full')
        state.suppress = joinsSuppressed(channel, memberChannelPermissions(view, channel, member, this.#parts.now()))
        state.request_to_speak_timestamp = null
      }
      this.#announce(view, state, about)
    })
  }

  #mayJoin(view: GuildView, channel: Channel, member: Member): boolean {
    const permissions = memberChannelPermissions(view, channel, member, this.#parts.now())
    return mayJoin({ permissions, userLimit: channel.user_limit, connected: connectedTo(view, channel.id).length }).ok
  }

  /** The session has ended: its user is no longer where it was connected. */
  leave(session: Session, guilds: Iterable<Snowflake>): Promise<void> {
    return this.#queue.run(session.userId, async () => {
      for (const guildId of guilds) {
        await this.#about(guildId, session.userId, (view, about) => {
          const state = view.voiceStates.get(session.userId)
          if (state?.session_id === session.id) this.#announce(view, { ...state, channel_id: null }, about)
        })
      }
    })
  }

  /** The states that a session holds, to be kept over a restart. */
  async statesOf(session: Session): Promise<VoiceState[]> {
    const states: VoiceState[] = []
    for (const guildId of session.guilds) {
      const view = await this.#parts.units.read(SYSTEM_ACTOR, (work) => work.view(guildId))
      const state = view?.voiceStates.get(session.userId)
      if (state?.session_id === session.id) states.push(state)
    }
    return states
  }

  /** After a restart: the session is where it was, if the channel is still there. */
  async restore(state: VoiceState): Promise<void> {
    if (state.guild_id === null) return
    await this.#about(state.guild_id, state.user_id, (view, about) => {
      if (state.channel_id !== null && view.channels.has(state.channel_id)) this.#announce(view, state, about)
    })
  }

  /** Hears committed events after views and sessions have. */
  heard(event: Event): void {
    if (event.type === voiceStateUpdate) this.#connect(event.payload as never)
    else if (event.type === guildMemberRemove) this.#memberGone(event.payload as never)
    else if (event.type === channelDelete) this.#channelGone((event.payload as { channel: Channel }).channel)
  }

  /** Who came into a channel is told where its voice server is: after the state, or clients hang. */
  #connect({ state, before }: { state: VoiceState; before?: VoiceState }): void {
    const guildId = state.guild_id
    const stays = before?.channel_id === state.channel_id && before.session_id === state.session_id
    if (guildId === null || state.channel_id === null || stays) return
    const session = this.#parts.session(state.session_id)
    const server = {
      token: randomBytes(12).toString('hex'),
      guild_id: guildId.toString(),
      endpoint: new URL(this.#parts.addresses.gateway).host,
    }
    setImmediate(() => session?.say('VOICE_SERVER_UPDATE', server, inGuild(guildId)))
  }

  #memberGone({ guildId, user }: { guildId: Snowflake; user: User }): void {
    this.#later(guildId, (view) => {
      const state = view.voiceStates.get(user.id)
      if (state) this.#announce(view, { ...state, channel_id: null })
    })
  }

  #channelGone(gone: Channel): void {
    if (gone.guild_id === null) return
    this.#later(gone.guild_id, (view) => {
      view.voiceChannels.delete(gone.id)
      for (const state of connectedTo(view, gone.id)) this.#announce(view, { ...state, channel_id: null }, { gone })
    })
  }

  #later(guildId: Snowflake, task: (view: GuildView) => void): void {
    const done = this.#parts.units.read(SYSTEM_ACTOR, async (work) => {
      const view = await work.view(guildId)
      if (view) task(view)
    })
    this.#parts.later(done)
  }

  async #about(
    guildId: Snowflake,
    userId: Snowflake,
    task: (view: GuildView, about: Omit<VoiceChangeOptions, 'now'>, member: Member) => void,
  ): Promise<void> {
    await this.#parts.units.read(SYSTEM_ACTOR, async (work) => {
      const view = await work.view(guildId)
      const member = view && (await memberInGuild(work, view, userId))
      const user = member && (await findUser(work, userId))
      if (view && member && user) task(view, { member: presentMember(member, user), roles: member.roles }, member)
    })
  }

  #announce(view: GuildView, state: VoiceState, about: Omit<VoiceChangeOptions, 'now'> = {}): void {
    const topic = guildTopic(view.id)
    const events = voiceChange(view, state, { ...about, now: this.#parts.now() })
    this.#parts.bus.publish(events.map((event) => ({ ...event, topic, version: 0, guildId: view.id }) as never))
  }
}
