import { Intent, type Snowflake } from '@guildhall/protocol'
import type { Logger } from 'pino'
import { memberChannelPermissions } from '../../access/channel.ts'
import { memberInGuild } from '../../access/member.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Event, effectOf, guildTopic, unversioned } from '../../kernel/event.ts'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { Channel, Member, VoiceState } from '../../kernel/model.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { VoiceServer, VoiceTicket } from '../../kernel/voice.ts'
import type { Work } from '../../kernel/work.ts'
import { findUser } from '../../resources/accounts/users/index.ts'
import { isVoice } from '../../resources/guild/channels/index.ts'
import { presentMember } from '../../resources/guild/members/index.ts'
import {
  connectedTo,
  joinsSuppressed,
  mayJoin,
  mayShowVideo,
  newState,
  presentVoiceState,
  type VoiceChangeOptions,
  voiceChange,
} from '../../resources/guild/voice-states/index.ts'
import type { CallServers } from './call-servers.ts'
import { guildScope } from './dispatch.ts'
import { logIgnored } from './ignored.ts'
import type { OnePlace } from './one-place.ts'
import type { Session } from './session.ts'
import { hasIntents } from './viewers.ts'
import { ticketOf, type VoiceAddresses } from './voice-addresses.ts'
import { VoiceChecks } from './voice-checks.ts'
import type { VoiceRequest } from './voice-request.ts'

/** Time in which the client of a resumed session connects to the voice server by itself. */
const RECONNECT_MS = 5_000
/** Time in which a client must connect to the voice server after a new session took over its voice state. */
const ADOPTED_MS = 30_000

export interface VoiceParts {
  units: Units
  bus: Bus
  voiceServer: VoiceServer
  callServers: CallServers
  addresses: VoiceAddresses
  onePlace: OnePlace
  /** Platform date. */
  clock: Clock
  wallClock: Clock
  session: (id: string) => Session | undefined
  log: Logger
  /** Lets a task run on its own. */
  runInBackground: (task: Promise<void>) => void
}

/** A guild in which a voice state changes, with the member whose it is. */
interface Place {
  readonly work: Work
  readonly view: GuildView
  readonly context: Omit<VoiceChangeOptions, 'now'>
  /** Voice states of a person who joins, in other calls. */
  readonly others: readonly VoiceState[]
}

/** A guild in which the voice state of a user changes who may be no member any more. */
type GuildPlace = Pick<Place, 'work' | 'view'>

/** Request of a session about its voice state in a guild. */
export interface GuildVoiceRequest extends VoiceRequest {
  readonly guildId: Snowflake
}

/**
 * Voice states, as sessions request them. They are stored only where there are several nodes, which change them under
 * the lock of the guild.
 */
export class Voice {
  readonly #parts: VoiceParts
  readonly #checks: VoiceChecks
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
      isRestored: (sessionId) => this.#restored.has(sessionId),
      hasCall: (channelId) => parts.callServers.hasCall(channelId),
      change: (guildId, userId, decide) =>
        this.#withMember(guildId, userId, (place, member) => {
          const state = decide(place.view, member)
          if (state) this.#publish(place, state)
        }),
    })
    parts.addresses.follow(this.#checks)
  }

  /**
   * Joins, moves, disconnects, or changes the user's own flags. The last request is valid. A request to join without
   * permission has no response.
   */
  async request(session: Session, request: GuildVoiceRequest): Promise<void> {
    await session.coming.whenArrived(request.guildId)
    return this.#parts.onePlace.request(session, () => this.#request(session, request))
  }

  /** Returns the user's voice states elsewhere, which end before the user may join. */
  async #request(session: Session, request: GuildVoiceRequest): Promise<readonly VoiceState[]> {
    const { guildId, channelId } = request
    const ids = { guild: guildId, ...(channelId === null ? {} : { channel: channelId }) }
    const ignore = (reason: string) => logIgnored(this.#parts.log, 4, session, reason, ids)
    let others: readonly VoiceState[] = []
    if (!session.guilds.has(guildId)) {
      ignore('the session is not in this guild, or another shard is')
      return others
    }
    const joins = channelId === null ? null : session
    await this.#withMember(
      guildId,
      session.userId,
      (place, member) => {
        const { view } = place
        const before = view.voiceStates.get(session.userId)
        const state = {
          ...(before ?? newState(member)),
          ...request.flags,
          session_id: session.id,
          channel_id: request.channelId,
        }
        if (request.channelId === null) {
          // Only the session that is connected can disconnect.
          if (before?.session_id === session.id) this.#publish(place, state)
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
        others = place.others
        if (others.length > 0) return
        if (state.self_video && !this.#mayShowVideo(view, state, member)) state.self_video = false
        // A client that lost its voice server asks for it by the same request again. So does one that left and joins
        // again, if its request to leave was lost: it needs both responses.
        const chosen = { ...place, context: { ...place.context, chosen: true } }
        if (!this.#publish(chosen, state)) this.#sendAgainUnlessConnected(state)
      },
      joins,
    )
    return others
  }

  #mayJoin(view: GuildView, channel: Channel, member: Member): boolean {
    const permissions = memberChannelPermissions(view, channel, member, this.#parts.clock.now())
    return mayJoin({ permissions, userLimit: channel.user_limit, connected: connectedTo(view, channel.id).length }).ok
  }

  #mayShowVideo(view: GuildView, { channel_id, user_id }: VoiceState, member: Member): boolean {
    const channel = channel_id === null ? undefined : view.channels.get(channel_id)
    if (!channel) return false
    const permissions = memberChannelPermissions(view, channel, member, this.#parts.clock.now())
    const others = connectedTo(view, channel.id).filter((other) => other.user_id !== user_id)
    return mayShowVideo({ permissions, cameras: others.filter(({ self_video }) => self_video).length }).ok
  }

  /** Disconnects a session that has ended. */
  end(session: Session, guildIds: Iterable<Snowflake>): Promise<void> {
    return this.#parts.onePlace.queue.run(session.userId, async () => {
      for (const guildId of guildIds) {
        if (this.#parts.bus.shared !== null && !(await this.#isIn(guildId, session))) continue
        await this.leave({ serverId: guildId, userId: session.userId, sessionId: session.id })
      }
      this.#parts.addresses.places.forget(session.id)
    })
  }

  /** Looks at the view alone: a lock for each guild of each session that ends would cost too much. */
  async #isIn(guildId: Snowflake, { userId, id }: Session): Promise<boolean> {
    const view = await this.#parts.units.read(SYSTEM_ACTOR, (work) => work.view(guildId))
    return view?.voiceStates.get(userId)?.session_id === id
  }

  /** Ends the voice state of a session in a guild. The user may have moved to another session. */
  leave({ serverId, userId, sessionId }: Omit<VoiceTicket, 'channelId'>): Promise<void> {
    return this.#withMember(serverId, userId, (place) => {
      const state = place.view.voiceStates.get(userId)
      if (state?.session_id === sessionId) this.#publish(place, { ...state, channel_id: null })
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

  /** Connects a restored session again, if its channel still exists. Its stream has ended with the former process. */
  async restore(state: VoiceState): Promise<void> {
    if (state.guild_id === null) return
    // Rows of several nodes have the state, which may have changed since.
    if (this.#parts.bus.shared !== null) return
    this.#restored.add(state.session_id)
    await this.#withMember(state.guild_id, state.user_id, (place) => {
      if (state.channel_id !== null && place.view.channels.has(state.channel_id))
        this.#publish(place, { ...state, self_stream: false })
    })
  }

  /**
   * Gives a new session the voice states of a restored session without a connection: some libraries identify again when
   * the server was away, and their voice connections wait for its address. A state that no voice socket follows ends.
   */
  adopt(session: Session): Promise<void> {
    if (this.#restored.size === 0) return Promise.resolve()
    return this.#parts.onePlace.queue.run(session.userId, async () => {
      for (const guildId of session.guilds) {
        await this.#withMember(guildId, session.userId, (place) => {
          const state = place.view.voiceStates.get(session.userId)
          if (!state || !this.#restored.has(state.session_id)) return
          if (this.#parts.session(state.session_id)?.connection) return
          const adopted = { ...state, session_id: session.id }
          this.#publish(place, adopted)
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
      const here = this.#parts.addresses.places.of(session.id).find(({ guild_id }) => guild_id === state.guild_id)
      if (here?.channel_id !== state.channel_id) return
      runInBackground(this.leave(ticket))
    })
  }

  /** Applies the voice effect of a committed event, after the view and fan-out received it. */
  receive(event: Event): void {
    this.#checks.receive(event)
    const effect = effectOf(event)
    switch (effect?.kind) {
      case 'member-removed':
        return this.#disconnectMember(effect.guildId, effect.userId)
      case 'channel-deleted':
        return this.#disconnectChannel(effect.channel)
    }
  }

  /**
   * Sends state and address to a resumed session that is in voice and whose client does not connect by itself: the
   * connection that was lost may have taken its op 4 along.
   */
  resumed(session: Session): void {
    const { wallClock, addresses } = this.#parts
    wallClock.at(wallClock.now() + RECONNECT_MS, () => {
      for (const state of addresses.places.of(session.id))
        if (state.guild_id === null) addresses.sendAgain(state)
        else this.#sendAgainUnlessConnected(state)
    })
  }

  #sendAgainUnlessConnected(state: VoiceState): void {
    const ticket = ticketOf(state)
    if (ticket) this.#parts.runInBackground(this.#sendAgain(ticket))
  }

  async #sendAgain(ticket: VoiceTicket): Promise<void> {
    const { callServers, voiceServer, session } = this.#parts
    if (await callServers.responds(ticket)) return
    await this.#parts.onePlace.queue.run(ticket.userId, () =>
      this.#readMember(ticket.serverId, ticket.userId, ({ view, context }) => {
        const state = view.voiceStates.get(ticket.userId)
        const stays = state?.session_id === ticket.sessionId && state.channel_id === ticket.channelId
        const recipient = session(ticket.sessionId)
        if (!stays || !recipient || voiceServer.isConnected(ticket)) return
        if (hasIntents(recipient, Intent.GUILD_VOICE_STATES))
          recipient.send('VOICE_STATE_UPDATE', presentVoiceState(state, context), guildScope(view.id))
        this.#parts.addresses.send(state)
      }),
    )
  }

  #disconnectMember(guildId: Snowflake, userId: Snowflake): void {
    this.#withView(guildId, (place) => {
      const state = place.view.voiceStates.get(userId)
      if (state) this.#endWithoutMember(place, state)
    })
  }

  #disconnectChannel(channel: Channel): void {
    if (channel.guild_id === null) return
    this.#withView(channel.guild_id, (place) => {
      place.view.voiceChannels.delete(channel.id)
      for (const state of connectedTo(place.view, channel.id)) this.#endWithoutMember(place, state, { gone: channel })
    })
  }

  /** Ends the voice state of a user who is no member, or whose channel is gone. All nodes try; one of them does it. */
  #endWithoutMember({ work, view }: GuildPlace, state: VoiceState, context: Place['context'] = {}): void {
    if (this.#parts.bus.shared === null) {
      this.#publish({ work, view, context }, { ...state, channel_id: null })
      return
    }
    const done = this.#parts.units.write(SYSTEM_ACTOR, async (writing) => {
      const current = await writing.view(view.id)
      if (current?.voiceStates.get(state.user_id)?.channel_id !== state.channel_id) return
      this.#publish({ work: writing, view: current, context }, { ...state, channel_id: null })
    })
    this.#parts.runInBackground(done)
  }

  #withView(guildId: Snowflake, task: (place: GuildPlace) => void): void {
    const done = this.#parts.units.read(SYSTEM_ACTOR, async (work) => {
      const view = await work.view(guildId)
      if (view) task({ work, view })
    })
    this.#parts.runInBackground(done)
  }

  /**
   * Runs a task that may change a voice state: where there are several nodes, under the lock of the guild.
   *
   * @param joining session that joins
   */
  #withMember(
    guildId: Snowflake,
    userId: Snowflake,
    task: (place: Place, member: Member) => void,
    joining: Session | null = null,
  ): Promise<void> {
    const { units, bus, onePlace } = this.#parts
    const run = (work: Work) => this.#inPlace(work, { guildId, userId, joining }, task)
    if (bus.shared === null) return units.read(SYSTEM_ACTOR, run)
    return units.write(SYSTEM_ACTOR, run, joining === null ? [] : onePlace.holdsOf(joining))
  }

  #readMember(guildId: Snowflake, userId: Snowflake, task: (place: Place, member: Member) => void): Promise<void> {
    return this.#parts.units.read(SYSTEM_ACTOR, (work) => this.#inPlace(work, { guildId, userId, joining: null }, task))
  }

  async #inPlace(
    work: Work,
    { guildId, userId, joining }: { guildId: Snowflake; userId: Snowflake; joining: Session | null },
    task: (place: Place, member: Member) => void,
  ): Promise<void> {
    const view = await work.view(guildId)
    const member = view && (await memberInGuild(work, view, userId))
    const user = member && (await findUser(work, userId))
    if (!view || !member || !user) return
    const others = joining && (await this.#parts.onePlace.elsewhere(joining, guildId, (read) => read(work)))
    const context = { member: presentMember(member, user), roles: member.roles }
    task({ work, view, context, others: others ?? [] }, member)
  }

  /** Returns whether the state is a change. */
  #publish({ work, view, context }: Omit<Place, 'others'>, state: VoiceState): boolean {
    const topic = guildTopic(view.id)
    const events = voiceChange(view, state, { ...context, now: this.#parts.clock.now() })
    if (work.writing) for (const { type, payload } of events) work.emit(type, topic, payload)
    else this.#parts.bus.publish(events.map(({ type, payload }) => unversioned(type, topic, payload, view.id)))
    return events.length > 0
  }
}
