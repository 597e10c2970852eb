import { ChannelType, has, Permission, type Snowflake } from '@guildhall/protocol'
import { memberChannelPermissions } from '../../access/channel.ts'
import { memberInGuild } from '../../access/member.ts'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Event, unversioned, userTopic } from '../../kernel/event.ts'
import type { VoiceState } from '../../kernel/model.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { VoiceServer } from '../../kernel/voice.ts'
import { streamMemberChanged } from '../../resources/guild/voice-states/index.ts'
import type { Session } from './session.ts'
import { StreamPictures } from './stream-pictures.ts'
import { type StreamPlace, streamKey } from './stream-requests.ts'
import { unconnectedState } from './voice-request.ts'

/** Viewers of one stream, and streams of one channel. */
const VIEWERS_MAX = 50
const STREAMS_MAX = 10
const REGION = 'local'

type Reason = 'user_requested' | 'stream_ended' | 'stream_full' | 'unauthorized' | 'invalid_channel'

/** A shared screen: a separate call, in which only the owner sends. */
interface Stream extends StreamPlace {
  readonly key: string
  readonly rtcServerId: Snowflake
  readonly rtcChannelId: Snowflake
  /** False in a stage channel, whose calls are not encrypted. */
  readonly encrypts: boolean
  /** Session of the owner. */
  readonly sessionId: string
  /** Sessions of the viewers, by user. */
  readonly viewers: Map<Snowflake, string>
  paused: boolean
  /** Whether the voice state of the owner says that there is a stream. */
  shown: boolean
}

export interface StreamsParts {
  units: Units
  bus: Bus
  voiceServer: VoiceServer
  /** Platform date. */
  clock: Clock
  session: (id: string) => Session | undefined
  /** Returns the voice state of a user in the call of a DM. */
  stateInCall: (channelId: Snowflake, userId: Snowflake) => VoiceState | undefined
  /** Says in the voice state of a user whether there is a stream. */
  show: (place: StreamPlace, shown: boolean) => Promise<void>
  runInBackground: (task: Promise<void>) => void
}

/** Shared screens of people. They are not stored, and end with the voice state of their owner. */
export class Streams {
  readonly #parts: StreamsParts
  readonly #streams = new Map<string, Stream>()
  readonly pictures = new StreamPictures((key) => this.#streams.get(key))
  /** By user: a person has one stream. */
  readonly #queue = new KeyedQueue<Snowflake>()

  constructor(parts: StreamsParts) {
    this.#parts = parts
  }

  /** Op 18: begins a stream of a person who is in the channel. A former stream of the person ends. */
  create(session: Session, place: Omit<StreamPlace, 'ownerId'>): Promise<void> {
    const ownerId = session.userId
    return this.#queue.run(ownerId, async () => {
      const key = streamKey({ ...place, ownerId })
      const refused = await this.#refusal(session, place, true)
      if (refused) return this.#sendEnd(session.id, key, refused)
      for (const stream of this.#of(ownerId)) await this.#end(stream, 'stream_ended')
      const inChannel = [...this.#streams.values()].filter(({ channelId }) => channelId === place.channelId)
      if (inChannel.length >= STREAMS_MAX) return this.#sendEnd(session.id, key, 'stream_full')
      const [ids, encrypts] = [await this.#newIds(), await this.#encrypts(place)]
      const viewers = new Map<Snowflake, string>()
      const stream: Stream = {
        ...place,
        ...ids,
        encrypts,
        key,
        ownerId,
        sessionId: session.id,
        viewers,
        paused: false,
        shown: false,
      }
      this.#streams.set(key, stream)
      this.#place(stream, ownerId, session.id, true)
      this.#begin(stream, session)
      await this.#parts.show(stream, true)
    })
  }

  /** Returns why a session may not share or watch in a channel; null if it may. */
  async #refusal(
    session: Session,
    { guildId, channelId }: Omit<StreamPlace, 'ownerId'>,
    shares: boolean,
  ): Promise<Reason | null> {
    if (guildId === null)
      return this.#parts.stateInCall(channelId, session.userId)?.session_id === session.id ? null : 'unauthorized'
    return this.#parts.units.read(SYSTEM_ACTOR, async (work) => {
      const view = await work.view(guildId)
      const channel = view?.channels.get(channelId)
      const member = view && (await memberInGuild(work, view, session.userId))
      if (!view || !channel || !member) return 'invalid_channel'
      const state = view.voiceStates.get(session.userId)
      if (state?.channel_id !== channelId || state.session_id !== session.id) return 'unauthorized'
      const permissions = memberChannelPermissions(view, channel, member, this.#parts.clock.now())
      return shares && !has(permissions, Permission.STREAM) ? 'unauthorized' : null
    })
  }

  async #encrypts({ guildId, channelId }: Omit<StreamPlace, 'ownerId'>): Promise<boolean> {
    if (guildId === null) return true
    const view = await this.#parts.units.read(SYSTEM_ACTOR, (work) => work.view(guildId))
    return view?.channels.get(channelId)?.type !== ChannelType.GUILD_STAGE_VOICE
  }

  /** The group of a stream has the id before the one of its server. */
  #newIds(): Promise<Pick<Stream, 'rtcServerId' | 'rtcChannelId'>> {
    return this.#parts.units.read(SYSTEM_ACTOR, async (work) => {
      let rtcChannelId = work.nextId()
      for (;;) {
        const rtcServerId = work.nextId()
        if (rtcServerId === rtcChannelId + 1n) return { rtcServerId, rtcChannelId }
        rtcChannelId = rtcServerId
      }
    })
  }

  /** Op 20: shows a stream to a person who is in its channel. */
  watch(session: Session, key: string): Promise<void> {
    return this.#queue.run(session.userId, async () => {
      const stream = this.#streams.get(key)
      if (!stream) return this.#sendEnd(session.id, key, 'stream_ended')
      const refused = await this.#refusal(session, stream, false)
      if (refused || stream.ownerId === session.userId) return this.#sendEnd(session.id, key, refused ?? 'unauthorized')
      const isFull = stream.viewers.size >= VIEWERS_MAX && !stream.viewers.has(session.userId)
      if (isFull) return this.#sendEnd(session.id, key, 'stream_full')
      stream.viewers.set(session.userId, session.id)
      this.#place(stream, session.userId, session.id, true)
      this.#begin(stream, session)
      this.#sendUpdate(stream, session.id)
    })
  }

  /** Op 19: ends the own stream for everyone, or another's for oneself. */
  leave(session: Session, key: string): Promise<void> {
    return this.#queue.run(session.userId, async () => {
      const stream = this.#streams.get(key)
      if (stream?.sessionId === session.id) return this.#end(stream, 'user_requested')
      if (stream?.viewers.get(session.userId) === session.id)
        this.#stopWatching(stream, session.userId, 'user_requested')
    })
  }

  /** Op 22: pauses the own stream. */
  pause(session: Session, { key, paused }: { key: string; paused: boolean }): void {
    const stream = this.#streams.get(key)
    if (stream?.sessionId !== session.id || stream.paused === paused) return
    stream.paused = paused
    this.#sendUpdate(stream)
  }

  /**
   * Op 21: sends the voice server again to a session that is not connected to it. A session that does not take part
   * receives that the stream is unavailable: streams do not outlast a restart, and the client may begin again.
   */
  ping(session: Session, key: string): void {
    const stream = this.#streams.get(key)
    if (!stream || !this.#sessionsOf(stream).includes(session.id))
      return this.#sendEnd(session.id, key, 'stream_ended', true)
    if (!this.#parts.voiceServer.isConnected(ticketOf(stream, session))) this.#sendServer(stream, session)
  }

  /** Applies a committed event: a person who leaves the channel, or may not stream any more, leaves streams. */
  receive({ type, payload }: Event): void {
    const effect = type.effect?.(payload)
    if (effect?.kind !== 'state-changed' || this.#streams.size === 0) return
    const { serverId, state } = effect
    for (const stream of this.#streams.values()) {
      if ((stream.guildId ?? stream.channelId) !== serverId) continue
      const stays = (sessionId: string) => state.channel_id === stream.channelId && state.session_id === sessionId
      if (stream.ownerId === state.user_id) {
        const loses = stays(stream.sessionId) && stream.shown && !state.self_stream
        stream.shown ||= state.self_stream
        if (loses) this.#parts.runInBackground(this.#end(stream, 'unauthorized'))
        else if (!stays(stream.sessionId)) this.#parts.runInBackground(this.#end(stream, 'stream_ended'))
      }
      const viewing = stream.viewers.get(state.user_id)
      if (viewing !== undefined && !stays(viewing)) this.#stopWatching(stream, state.user_id, 'unauthorized')
    }
  }

  #of(userId: Snowflake): Stream[] {
    return [...this.#streams.values()].filter(({ ownerId }) => ownerId === userId)
  }

  async #end(stream: Stream, reason: Reason): Promise<void> {
    if (!this.#streams.delete(stream.key)) return
    this.pictures.remove(stream.key)
    for (const [userId, sessionId] of stream.viewers) {
      this.#sendEnd(sessionId, stream.key, 'stream_ended')
      this.#place(stream, userId, sessionId, false)
    }
    this.#sendEnd(stream.sessionId, stream.key, reason)
    this.#place(stream, stream.ownerId, stream.sessionId, false)
    await this.#parts.show(stream, false)
  }

  #stopWatching(stream: Stream, userId: Snowflake, reason: Reason): void {
    const sessionId = stream.viewers.get(userId)
    if (sessionId === undefined) return
    stream.viewers.delete(userId)
    this.#sendEnd(sessionId, stream.key, reason)
    this.#place(stream, userId, sessionId, false)
    this.#sendUpdate(stream)
  }

  /** Says to the voice server who takes part in the call of a stream. Viewers send neither sound nor video. */
  #place(stream: Stream, userId: Snowflake, sessionId: string, joined: boolean): void {
    const isOwner = userId === stream.ownerId
    const state: VoiceState = {
      ...unconnectedState(userId),
      channel_id: joined ? stream.rtcChannelId : null,
      session_id: sessionId,
      self_video: isOwner,
      mute: !isOwner,
    }
    const payload = { rtcServerId: stream.rtcServerId, state, encrypts: stream.encrypts }
    this.#parts.bus.publish([unversioned(streamMemberChanged, userTopic(userId), payload, null)])
  }

  #begin(stream: Stream, session: Session): void {
    session.send('STREAM_CREATE', {
      ...describe(stream),
      rtc_server_id: stream.rtcServerId.toString(),
      rtc_channel_id: stream.rtcChannelId.toString(),
    })
    this.#sendServer(stream, session)
  }

  #sendServer(stream: Stream, session: Session): void {
    const { voiceServer } = this.#parts
    session.send('STREAM_SERVER_UPDATE', {
      stream_key: stream.key,
      guild_id: stream.guildId?.toString() ?? null,
      endpoint: voiceServer.endpoint,
      token: voiceServer.tokenFor(ticketOf(stream, session)),
    })
  }

  #sendUpdate(stream: Stream, except?: string): void {
    for (const id of this.#sessionsOf(stream))
      if (id !== except) this.#parts.session(id)?.send('STREAM_UPDATE', describe(stream))
  }

  #sendEnd(sessionId: string, key: string, reason: Reason, unavailable = false): void {
    this.#parts.session(sessionId)?.send('STREAM_DELETE', { stream_key: key, reason, unavailable })
  }

  #sessionsOf(stream: Stream): string[] {
    return [stream.sessionId, ...stream.viewers.values()]
  }
}

function describe({ key, viewers, paused }: Stream) {
  return { stream_key: key, region: REGION, viewer_ids: [...viewers.keys()].map(String), paused }
}

function ticketOf({ rtcServerId, rtcChannelId }: Stream, { userId, id }: Session) {
  return { userId, serverId: rtcServerId, channelId: rtcChannelId, sessionId: id }
}
