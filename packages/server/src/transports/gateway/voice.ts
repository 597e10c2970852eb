import { randomBytes } from 'node:crypto'
import type { Instant, Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import { memberChannelPermissions } from '../../access/channel.ts'
import { memberInGuild } from '../../access/member.ts'
import { type Bus, type Event, guildTopic, unversioned } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Member, VoiceState } from '../../kernel/model.ts'
import type { Addresses } from '../../kernel/platform.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import { isVoice } from '../../resources/channels/index.ts'
import { presentMember } from '../../resources/members/index.ts'
import { findUser } from '../../resources/users/index.ts'
import {
  connectedTo,
  joinsSuppressed,
  mayJoin,
  newState,
  type VoiceChangeOptions,
  voiceChange,
} from '../../resources/voice-states/index.ts'
import { guildScope } from './dispatch.ts'
import { logIgnored } from './ignored.ts'
import { readSnowflake } from './member-requests.ts'
import type { Session } from './session.ts'

export interface VoiceParts {
  units: Units
  bus: Bus
  addresses: Addresses
  now: () => Instant
  session: (id: string) => Session | undefined
  log: Logger
  /** Lets a task run on its own. */
  runInBackground: (task: Promise<void>) => void
}

/** The `d` of op 4 (Update Voice State). */
export interface VoiceRequest {
  guildId: Snowflake
  /** Null disconnects. */
  channelId: Snowflake | null
  selfMute: boolean
  selfDeaf: boolean
  selfVideo: boolean
}

/** Reads the `d` of op 4. Returns 'no guild' for calls in direct messages, and null for invalid data. */
export function readVoiceRequest(data: unknown): VoiceRequest | 'no guild' | null {
  if (typeof data !== 'object' || data === null) return null
  const { guild_id, channel_id, self_mute, self_deaf, self_video } = data as Record<string, unknown>
  if (guild_id === null || guild_id === undefined) return 'no guild'
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

/** Voice states, as sessions request them. They are not stored. */
export class Voice {
  readonly #parts: VoiceParts
  /** By user, because a user's second session takes over from the first. */
  readonly #queue = new KeyedQueue<Snowflake>()

  constructor(parts: VoiceParts) {
    this.#parts = parts
  }

  /**
   * Joins, moves, disconnects, or changes the user's own flags. The last request is valid. A request to join without
   * permission has no response.
   */
  request(session: Session, request: VoiceRequest): Promise<void> {
    return this.#queue.run(session.userId, () => this.#request(session, request))
  }

  async #request(session: Session, request: VoiceRequest): Promise<void> {
    const { guildId, channelId } = request
    const ids = { guild: guildId, ...(channelId === null ? {} : { channel: channelId }) }
    const ignore = (reason: string) => logIgnored(this.#parts.log, 4, session, reason, ids)
    if (!session.guilds.has(guildId)) return ignore('the session is not in this guild, or another shard is')
    await this.#withMember(request.guildId, session.userId, (view, context, member) => {
      const before = view.voiceStates.get(session.userId)
      const flags = { self_mute: request.selfMute, self_deaf: request.selfDeaf, self_video: request.selfVideo }
      const state = { ...(before ?? newState(member)), ...flags, session_id: session.id, channel_id: request.channelId }
      if (request.channelId === null) {
        // Only the session that is connected can disconnect.
        if (before?.session_id === session.id) this.#publish(view, state, context)
        else ignore('this session is not connected to voice')
        return
      }
      if (before?.channel_id !== request.channelId) {
        const channel = view.channels.get(request.channelId)
        if (!channel) return ignore('the channel does not exist')
        if (!isVoice(channel.type)) return ignore('the channel is not a voice channel')
        if (!this.#mayJoin(view, channel, member)) return ignore('the user lacks CONNECT, or the channel is full')
        state.suppress = joinsSuppressed(channel, memberChannelPermissions(view, channel, member, this.#parts.now()))
        state.request_to_speak_timestamp = null
      }
      this.#publish(view, state, context)
    })
  }

  #mayJoin(view: GuildView, channel: Channel, member: Member): boolean {
    const permissions = memberChannelPermissions(view, channel, member, this.#parts.now())
    return mayJoin({ permissions, userLimit: channel.user_limit, connected: connectedTo(view, channel.id).length }).ok
  }

  /** Disconnects a session that has ended. */
  end(session: Session, guildIds: Iterable<Snowflake>): Promise<void> {
    return this.#queue.run(session.userId, async () => {
      for (const guildId of guildIds) {
        await this.#withMember(guildId, session.userId, (view, context) => {
          const state = view.voiceStates.get(session.userId)
          if (state?.session_id === session.id) this.#publish(view, { ...state, channel_id: null }, context)
        })
      }
    })
  }

  /** Returns the voice states of a session, to be kept over a restart. */
  async statesOf(session: Session): Promise<VoiceState[]> {
    const states: VoiceState[] = []
    for (const guildId of session.guilds) {
      const view = await this.#parts.units.read(SYSTEM_ACTOR, (work) => work.view(guildId))
      const state = view?.voiceStates.get(session.userId)
      if (state?.session_id === session.id) states.push(state)
    }
    return states
  }

  /** Connects a restored session again, if its channel still exists. */
  async restore(state: VoiceState): Promise<void> {
    if (state.guild_id === null) return
    await this.#withMember(state.guild_id, state.user_id, (view, context) => {
      if (state.channel_id !== null && view.channels.has(state.channel_id)) this.#publish(view, state, context)
    })
  }

  /** Applies the voice effect of a committed event, after the view and fan-out received it. */
  receive({ type, payload }: Event): void {
    const effect = type.voiceEffect?.(payload)
    switch (effect?.kind) {
      case 'state-changed':
        return this.#sendVoiceServer(effect.state, effect.before)
      case 'member-removed':
        return this.#disconnectMember(effect.guildId, effect.userId)
      case 'channel-deleted':
        return this.#disconnectChannel(effect.channel)
    }
  }

  /** Sends the address of the voice server to a user who joined a channel. Clients hang if it precedes the state. */
  #sendVoiceServer(state: VoiceState, before: VoiceState | undefined): void {
    const guildId = state.guild_id
    const stayed = before?.channel_id === state.channel_id && before.session_id === state.session_id
    if (guildId === null || state.channel_id === null || stayed) return
    const session = this.#parts.session(state.session_id)
    const server = {
      token: randomBytes(12).toString('hex'),
      guild_id: guildId.toString(),
      endpoint: new URL(this.#parts.addresses.gateway).host,
    }
    setImmediate(() => session?.send('VOICE_SERVER_UPDATE', server, guildScope(guildId)))
  }

  #disconnectMember(guildId: Snowflake, userId: Snowflake): void {
    this.#withView(guildId, (view) => {
      const state = view.voiceStates.get(userId)
      if (state) this.#publish(view, { ...state, channel_id: null })
    })
  }

  #disconnectChannel(channel: Channel): void {
    if (channel.guild_id === null) return
    this.#withView(channel.guild_id, (view) => {
      view.voiceChannels.delete(channel.id)
      for (const state of connectedTo(view, channel.id)) {
        this.#publish(view, { ...state, channel_id: null }, { gone: channel })
      }
    })
  }

  #withView(guildId: Snowflake, task: (view: GuildView) => void): void {
    const done = this.#parts.units.read(SYSTEM_ACTOR, async (work) => {
      const view = await work.view(guildId)
      if (view) task(view)
    })
    this.#parts.runInBackground(done)
  }

  async #withMember(
    guildId: Snowflake,
    userId: Snowflake,
    task: (view: GuildView, context: Omit<VoiceChangeOptions, 'now'>, member: Member) => void,
  ): Promise<void> {
    await this.#parts.units.read(SYSTEM_ACTOR, async (work) => {
      const view = await work.view(guildId)
      const member = view && (await memberInGuild(work, view, userId))
      const user = member && (await findUser(work, userId))
      if (view && member && user) task(view, { member: presentMember(member, user), roles: member.roles }, member)
    })
  }

  #publish(view: GuildView, state: VoiceState, context: Omit<VoiceChangeOptions, 'now'> = {}): void {
    const topic = guildTopic(view.id)
    const events = voiceChange(view, state, { ...context, now: this.#parts.now() })
    this.#parts.bus.publish(events.map(({ type, payload }) => unversioned(type, topic, payload, view.id)))
  }
}
