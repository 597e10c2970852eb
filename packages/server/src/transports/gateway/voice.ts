import { Intent, type Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import { memberChannelPermissions } from '../../access/channel.ts'
import { memberInGuild } from '../../access/member.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Bus, type Event, guildTopic, unversioned } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Member, VoiceState } from '../../kernel/model.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { VoiceServer, VoiceTicket } from '../../kernel/voice.ts'
import { findUser } from '../../resources/accounts/users/index.ts'
import { isVoice } from '../../resources/guild/channels/index.ts'
import { presentMember } from '../../resources/guild/members/index.ts'
import {
  connectedTo,
  joinsSuppressed,
  mayJoin,
  newState,
  presentVoiceState,
  type VoiceChangeOptions,
  voiceChange,
} from '../../resources/guild/voice-states/index.ts'
import { guildScope } from './dispatch.ts'
import { logIgnored } from './ignored.ts'
import type { Session } from './session.ts'
import { hasIntents } from './viewers.ts'
import { VoiceChecks } from './voice-checks.ts'
import { VoicePlaces } from './voice-places.ts'
import type { VoiceRequest } from './voice-request.ts'

/** Time in which the client of a resumed session connects to the voice server by itself. */
const RECONNECT_MS = 5_000
/** Time in which a client must connect to the voice server after a new session took over its voice state. */
const ADOPTED_MS = 30_000

export interface VoiceParts {
  units: Units
  bus: Bus
  voiceServer: VoiceServer
  /** Platform date. */
  clock: Clock
  wallClock: Clock
  session: (id: string) => Session | undefined
  log: Logger
  /** Lets a task run on its own. */
  runInBackground: (task: Promise<void>) => void
}

/** Request of a session about its voice state in a guild. */
export interface GuildVoiceRequest extends VoiceRequest {
  readonly guildId: Snowflake
}

/** Voice states, as sessions request them. They are not stored. */
export class Voice {
  readonly #parts: VoiceParts
  /** By user, because a user's second session takes over from the first. */
  readonly #queue = new KeyedQueue<Snowflake>()

  readonly #checks: VoiceChecks
  readonly #places = new VoicePlaces()
  /** Sessions of the former process with voice states. */
  readonly #restored = new Set<string>()

  constructor(parts: VoiceParts) {
    this.#parts = parts
    this.#checks = new VoiceChecks({
      ...parts,
      spokeAt: (state) => {
        const ticket = ticketOf(state)
        return ticket && parts.voiceServer.spokeAt(ticket)
      },
      change: async (work, view, member, state) => {
        const user = await findUser(work, member.user_id)
        if (user) this.#publish(view, state, { member: presentMember(member, user), roles: member.roles })
      },
    })
  }

  /**
   * Joins, moves, disconnects, or changes the user's own flags. The last request is valid. A request to join without
   * permission has no response.
   */
  request(session: Session, request: GuildVoiceRequest): Promise<void> {
    return this.#queue.run(session.userId, () => this.#request(session, request))
  }

  async #request(session: Session, request: GuildVoiceRequest): Promise<void> {
    const { guildId, channelId } = request
    const ids = { guild: guildId, ...(channelId === null ? {} : { channel: channelId }) }
    const ignore = (reason: string) => logIgnored(this.#parts.log, 4, session, reason, ids)
    if (!session.guilds.has(guildId)) return ignore('the session is not in this guild, or another shard is')
    await this.#withMember(request.guildId, session.userId, (view, context, member) => {
      const before = view.voiceStates.get(session.userId)
      const state = {
        ...(before ?? newState(member)),
        ...request.flags,
        session_id: session.id,
        channel_id: request.channelId,
      }
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
        const permissions = memberChannelPermissions(view, channel, member, this.#parts.clock.now())
        state.suppress = joinsSuppressed(channel, permissions, view.guild.afk_channel_id)
        state.request_to_speak_timestamp = null
      }
      // A client that lost its voice server asks for it by the same request again. So does one that left and joins
      // again, if its request to leave was lost: it needs both responses.
      if (!this.#publish(view, state, context)) this.#sendAgainUnlessConnected(state)
    })
  }

  #mayJoin(view: GuildView, channel: Channel, member: Member): boolean {
    const permissions = memberChannelPermissions(view, channel, member, this.#parts.clock.now())
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
      this.#places.forget(session.id)
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
    this.#restored.add(state.session_id)
    await this.#withMember(state.guild_id, state.user_id, (view, context) => {
      if (state.channel_id !== null && view.channels.has(state.channel_id)) this.#publish(view, state, context)
    })
  }

  /**
   * Gives a new session the voice states of a restored session without a connection: some libraries identify again when
   * the server was away, and their voice connections wait for its address. A state that no voice socket follows ends.
   */
  adopt(session: Session): Promise<void> {
    if (this.#restored.size === 0) return Promise.resolve()
    return this.#queue.run(session.userId, async () => {
      for (const guildId of session.guilds) {
        await this.#withMember(guildId, session.userId, (view, context) => {
          const state = view.voiceStates.get(session.userId)
          if (!state || !this.#restored.has(state.session_id)) return
          if (this.#parts.session(state.session_id)?.connection) return
          const adopted = { ...state, session_id: session.id }
          this.#publish(view, adopted, context)
          this.#endUnlessConnected(session, adopted)
        })
      }
    })
  }

  /** Ends a state that no voice socket follows in time. One that the user has moved on from is no longer looked at. */
  #endUnlessConnected(session: Session, state: VoiceState): void {
    const { wallClock, voiceServer, runInBackground } = this.#parts
    const ticket = ticketOf(state)
    wallClock.at(wallClock.now() + ADOPTED_MS, () => {
      if (!ticket || voiceServer.isConnected(ticket)) return
      const here = this.#places.of(session.id).find(({ guild_id }) => guild_id === state.guild_id)
      if (here?.channel_id !== state.channel_id) return
      runInBackground(this.end(session, [ticket.serverId]))
    })
  }

  /** Applies the voice effect of a committed event, after the view and fan-out received it. */
  receive(event: Event): void {
    const { type, payload } = event
    this.#checks.receive(event)
    const effect = type.effect?.(payload)
    switch (effect?.kind) {
      case 'state-changed':
        this.#places.changed(effect)
        return this.#sendVoiceServer(effect.state, effect.before)
      case 'member-removed':
        return this.#disconnectMember(effect.guildId, effect.userId)
      case 'channel-deleted':
        return this.#disconnectChannel(effect.channel)
    }
  }

  /** Sends the address of the voice server to a user who joined a channel. Clients hang if it precedes the state. */
  #sendVoiceServer(state: VoiceState, before: VoiceState | undefined): void {
    const stayed = before?.channel_id === state.channel_id && before?.session_id === state.session_id
    const ticket = ticketOf(state)
    if (ticket && !stayed) this.#sendServerOf(ticket)
  }

  /**
   * Sends state and address to a resumed session that is in voice and whose client does not connect by itself: the
   * connection that was lost may have taken its op 4 along.
   */
  resumed(session: Session): void {
    const { wallClock } = this.#parts
    wallClock.at(wallClock.now() + RECONNECT_MS, () => {
      for (const state of this.#places.of(session.id)) this.#sendAgainUnlessConnected(state)
    })
  }

  #sendAgainUnlessConnected(state: VoiceState): void {
    const ticket = ticketOf(state)
    if (ticket) this.#parts.runInBackground(this.#sendAgain(ticket))
  }

  async #sendAgain(ticket: VoiceTicket): Promise<void> {
    const { voiceServer, session } = this.#parts
    if (await voiceServer.responds(ticket)) return
    await this.#queue.run(ticket.userId, () =>
      this.#withMember(ticket.serverId, ticket.userId, (view, context) => {
        const state = view.voiceStates.get(ticket.userId)
        const stays = state?.session_id === ticket.sessionId && state.channel_id === ticket.channelId
        const recipient = session(ticket.sessionId)
        if (!stays || !recipient || voiceServer.isConnected(ticket)) return
        if (hasIntents(recipient, Intent.GUILD_VOICE_STATES))
          recipient.send('VOICE_STATE_UPDATE', presentVoiceState(state, context), guildScope(view.id))
        this.#sendServerOf(ticket)
      }),
    )
  }

  #sendServerOf(ticket: VoiceTicket): void {
    const { session, voiceServer } = this.#parts
    const server = {
      token: voiceServer.tokenFor(ticket),
      guild_id: ticket.serverId.toString(),
      endpoint: voiceServer.endpoint,
    }
    setImmediate(() => session(ticket.sessionId)?.send('VOICE_SERVER_UPDATE', server, guildScope(ticket.serverId)))
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

  /** Returns whether the state is a change. */
  #publish(view: GuildView, state: VoiceState, context: Omit<VoiceChangeOptions, 'now'> = {}): boolean {
    const topic = guildTopic(view.id)
    const events = voiceChange(view, state, { ...context, now: this.#parts.clock.now() })
    this.#parts.bus.publish(events.map(({ type, payload }) => unversioned(type, topic, payload, view.id)))
    return events.length > 0
  }
}

/** Returns the place of a voice state in a guild; null for a user who is not connected, or not in a guild. */
function ticketOf({ guild_id, channel_id, user_id, session_id }: VoiceState): VoiceTicket | null {
  if (guild_id === null || channel_id === null) return null
  return { userId: user_id, serverId: guild_id, channelId: channel_id, sessionId: session_id }
}
