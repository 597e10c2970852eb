import type { Snowflake } from '@guildhall/protocol'
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import { type Event, effectOf } from '../../kernel/event.ts'
import type { VoiceState } from '../../kernel/model.ts'
import { KeyedQueue } from '../../kernel/queues.ts'
import type { StreamPreviews } from '../../kernel/stream-previews.ts'
import { SYSTEM_ACTOR, type Units } from '../../kernel/units.ts'
import type { VoiceServer } from '../../kernel/voice.ts'
import type { Work } from '../../kernel/work.ts'
import {
  begun,
  countOtherStreams,
  ended,
  findStream,
  isStreamKey,
  type Participant,
  participantsOf,
  paused,
  refusalToShare,
  refusalToWatch,
  type Stream,
  type StreamChannel,
  type StreamEnd,
  type StreamPlace,
  serverOf,
  streamChanged,
  streamCreate,
  streamEnded,
  streamKey,
  takesPart,
  unwatched,
  watched,
} from '../../resources/messaging/streams/index.ts'
import type { CallServers } from './call-servers.ts'
import type { GatewayCalls } from './private-calls.ts'
import type { Session } from './session.ts'
import { MemoryPictures, StoredPictures } from './stream-pictures.ts'
import { type HeldPlace, StreamPlaces } from './stream-places.ts'
import type { VoiceAddresses } from './voice-addresses.ts'
import type { WhileAway } from './while-away.ts'

/** Time in which the client of a resumed session connects to the voice server by itself. */
const RECONNECT_MS = 5_000

export interface StreamsParts {
  units: Units
  bus: Bus
  voiceServer: VoiceServer
  callServers: Pick<CallServers, 'serve' | 'responds'>
  addresses: Pick<VoiceAddresses, 'places'>
  /** Platform date. */
  clock: Clock
  wallClock: Clock
  whileAway: WhileAway
  session: (id: string) => Session | undefined
  calls: Pick<GatewayCalls, 'hold'>
  runInBackground: (task: Promise<void>) => void
}

/**
 * Shared screens of people. They end with the voice state of their owner. A process that is alone has them in memory,
 * and several nodes as rows: each node knows all streams by their events, and tells its own sessions of them.
 */
export class Streams {
  readonly #parts: StreamsParts
  readonly #places: StreamPlaces
  /** Streams of all nodes, by key. */
  readonly #known = new Map<string, Stream>()
  readonly #memory: MemoryPictures
  readonly pictures: StreamPreviews
  /** Requests of a user one after another. */
  readonly #queue = new KeyedQueue<Snowflake>()

  constructor(parts: StreamsParts) {
    this.#parts = parts
    this.#places = new StreamPlaces(parts)
    this.#memory = new MemoryPictures((key) => this.#known.get(key))
    this.pictures = this.#isShared ? new StoredPictures(parts.units) : this.#memory
  }

  get #isShared(): boolean {
    return this.#parts.bus.shared !== null
  }

  /**
   * Carries out a request of a session, after the earlier ones of its user. It is tried again while the database is
   * away: the client waits for the outcome, and learns of no error.
   */
  #request(session: Session, task: () => Promise<void>): Promise<void> {
    const { whileAway, wallClock } = this.#parts
    const since = wallClock.now()
    const isWanted = () => this.#parts.session(session.id) === session
    return this.#queue.run(session.userId, async () => void (await whileAway(task, { since, isWanted })))
  }

  /** Op 18: begins a stream of a person who is in the channel. A former stream of the person there ends. */
  create(session: Session, channel: StreamChannel): Promise<void> {
    const place = { ...channel, ownerId: session.userId }
    const key = streamKey(place)
    const create = async (held: HeldPlace) => {
      const { work, encrypts } = held
      const [former, others] = [await this.#find(work, key), await this.#countOthers(work, place)]
      const topics = await held.topicsWith(place.ownerId)
      const permissions = await held.permissionsOf(place.ownerId)
      const isThere = isIn(place, session, held.stateOf(place.ownerId))
      const refusal = refusalToShare({ permissions, isThere, others })
      if (refusal && former?.sessionId === session.id) {
        // It forbids the former stream too, whose end informs the session.
        await this.#end(held, former, refusal)
        return null
      }
      if (refusal) return refusal
      const ids = newIds(work)
      const stream = { ...place, ...ids, key, encrypts, sessionId: session.id, viewers: new Map(), paused: false }
      const ending = former ? ended(former, topics, 'stream_ended') : []
      await held.publish([...ending, ...begun(stream, topics)], true)
      return null
    }
    return this.#request(session, () => this.#join(session, { ...place, key }, create))
  }

  /** Op 20: shows a stream to a person who is in its channel. */
  watch(session: Session, key: string): Promise<void> {
    const watch = async (held: HeldPlace) => {
      const stream = await this.#find(held.work, key)
      if (!stream) return 'stream_ended'
      const { userId } = session
      const topics = await held.topicsWith(userId)
      const permissions = await held.permissionsOf(userId)
      const isThere = isIn(stream, session, held.stateOf(userId))
      const others = stream.viewers.size - (stream.viewers.has(userId) ? 1 : 0)
      const refusal = refusalToWatch({ permissions, isThere, others, isOwner: stream.ownerId === userId })
      if (refusal === null) await held.publish(watched(stream, topics, { userId, sessionId: session.id }))
      return refusal
    }
    return this.#request(session, async () => {
      const known = await this.#lookUp(key)
      if (known) await this.#join(session, known, watch)
      else this.#sendEnd(session, key, 'stream_ended')
    })
  }

  /** Lets a session into a stream, unless it is certain that it may not: such callers hold no others up. */
  async #join(
    session: Session,
    place: StreamPlace & Pick<Stream, 'key'>,
    join: (held: HeldPlace) => Promise<StreamEnd | null>,
  ): Promise<void> {
    const { guildId, channelId, key } = place
    const { places } = this.#parts.addresses
    if (guildId !== null && !session.guilds.has(guildId)) return this.#sendEnd(session, key, 'invalid_channel')
    if (guildId === null && !places.find(channelId, session.userId)) return this.#sendEnd(session, key, 'unauthorized')
    const refusals: (StreamEnd | null)[] = []
    // The store may repeat the unit of work.
    await this.#places.hold(place, async (held) => void refusals.push(await join(held)))
    const refusal = refusals.at(-1) ?? null
    if (refusal !== null) this.#sendEnd(session, key, refusal)
  }

  /** Op 19: ends the own stream for everyone, or another's for oneself. */
  leave(session: Session, key: string): Promise<void> {
    return this.#changeOwn(session, key, async (held, stream) => {
      const topics = await held.topicsWith(session.userId)
      if (stream.ownerId === session.userId) return this.#end(held, stream, 'user_requested')
      await held.publish(unwatched(stream, topics, session.userId, 'user_requested'))
    })
  }

  /** Op 22: pauses the own stream. */
  pause(session: Session, { key, paused: isPaused }: { key: string; paused: boolean }): Promise<void> {
    return this.#changeOwn(session, key, async (held, stream) => {
      if (stream.ownerId !== session.userId || stream.paused === isPaused) return
      await held.publish(paused(stream, await held.topicsWith(session.userId), isPaused))
    })
  }

  /** Changes a stream in which a session takes part. */
  #changeOwn(session: Session, key: string, change: (held: HeldPlace, stream: Stream) => Promise<void>): Promise<void> {
    return this.#request(session, async () => {
      const known = await this.#lookUp(key)
      if (!known || !takesPart(known, participantOf(session))) return
      await this.#places.hold(known, async (held) => {
        const stream = await this.#find(held.work, key)
        if (stream && takesPart(stream, participantOf(session))) await change(held, stream)
      })
    })
  }

  async #end(held: HeldPlace, stream: Stream, reason: StreamEnd): Promise<void> {
    const { ownerId } = stream
    const topics = await held.topicsWith(ownerId)
    // The owner may have moved, and share a screen in the other channel.
    const channelId = held.stateOf(ownerId)?.channel_id ?? stream.channelId
    const isElsewhere = channelId !== stream.channelId
    const other = isElsewhere ? await this.#find(held.work, streamKey({ ...stream, channelId })) : undefined
    const events = ended(stream, topics, reason)
    await (other ? held.publish(events) : held.publish(events, false))
  }

  /** Returns a stream with this key, at any node. The event of a commit may be on its way. */
  async #lookUp(key: string): Promise<Stream | undefined> {
    if (!isStreamKey(key) || !this.#isShared) return this.#known.get(key)
    return this.#parts.units.read(SYSTEM_ACTOR, (work) => findStream(work, key))
  }

  async #find(work: Work, key: string): Promise<Stream | undefined> {
    return this.#isShared ? findStream(work, key) : this.#known.get(key)
  }

  async #countOthers(work: Work, place: StreamPlace): Promise<number> {
    if (this.#isShared) return countOtherStreams(work, place)
    const { channelId, ownerId } = place
    return [...this.#known.values()].filter((other) => other.channelId === channelId && other.ownerId !== ownerId)
      .length
  }

  /**
   * Op 21: sends the voice server again to a session that is not connected to it. A session that does not take part
   * receives that the stream is unavailable: a process that is alone forgets streams when it restarts, and the client
   * may begin again.
   */
  async ping(session: Session, key: string): Promise<void> {
    const stream = await this.#lookUp(key)
    if (stream && takesPart(stream, participantOf(session))) return this.#sendAgain(stream, session)
    this.#sendEnd(session, key, 'stream_ended', true)
  }

  /** Sends the voice servers again to a resumed session whose client does not connect by itself. */
  resumed(session: Session): void {
    const { wallClock, runInBackground } = this.#parts
    const isOfSession = (stream: Stream) => takesPart(stream, participantOf(session))
    if (![...this.#known.values()].some(isOfSession)) return
    wallClock.at(wallClock.now() + RECONNECT_MS, () => {
      for (const stream of this.#known.values())
        if (isOfSession(stream)) runInBackground(this.#sendAgain(stream, session))
    })
  }

  /** Applies a committed event. A user who leaves the channel, or may not stream any more, leaves streams. */
  receive(event: Event): void {
    const { type, topic } = event
    if (type.key === streamChanged.key) this.#changed((event.payload as { stream: Stream }).stream)
    if (type.key === streamEnded.key) this.#forget((event.payload as { stream: Stream }).stream)
    if (type.key === streamCreate.key) {
      const { stream, participant } = event.payload as { stream: Stream; participant: Participant }
      this.#sendServer(stream, participant)
    }
    if (this.#known.size === 0) return
    const effect = effectOf(event)
    if (effect?.kind === 'guild-ended') this.#settleGuild(BigInt(topic.slice('guild.'.length)))
    if (effect?.kind !== 'state-changed') return
    const { serverId, state } = effect
    for (const stream of this.#known.values()) {
      if (serverOf(stream) !== serverId) continue
      const isOwner = stream.ownerId === state.user_id
      const sessionId = isOwner ? stream.sessionId : stream.viewers.get(state.user_id)
      if (sessionId === undefined) continue
      const stays = isIn(stream, { id: sessionId }, state) && (!isOwner || state.self_stream)
      if (!stays) this.#settle(stream, state.user_id)
    }
  }

  #changed(stream: Stream): void {
    this.#known.set(stream.key, stream)
    this.#check(stream)
  }

  #forget({ key, rtcServerId }: Stream): void {
    if (this.#known.get(key)?.rtcServerId !== rtcServerId) return
    this.#known.delete(key)
    this.#memory.remove(key)
  }

  /** Takes over the streams of all nodes. */
  know(streams: readonly Stream[]): void {
    this.#known.clear()
    for (const stream of streams) this.#known.set(stream.key, stream)
    this.checkAll()
  }

  /** Ends what is left of streams that voice states do not allow any more. */
  checkAll(): void {
    const { places } = this.#parts.addresses
    for (const stream of this.#known.values()) {
      this.#check(stream)
      const state = places.find(serverOf(stream), stream.ownerId)
      if (state?.self_stream === false) this.#settle(stream, stream.ownerId)
    }
  }

  /** Looks whether participants are in the channel: voice states of a DM reach a node on topics of other users. */
  #check(stream: Stream): void {
    const { places } = this.#parts.addresses
    for (const { userId, sessionId } of participantsOf(stream))
      if (!isIn(stream, { id: sessionId }, places.find(serverOf(stream), userId))) this.#settle(stream, userId)
  }

  #settleGuild(guildId: Snowflake): void {
    for (const stream of this.#known.values()) if (stream.guildId === guildId) this.#settle(stream, stream.ownerId)
  }

  /** Ends the part of a user in a stream, unless their voice state allows it. All nodes try; one of them does it. */
  #settle({ key, ...place }: Stream, userId: Snowflake): void {
    const settled = this.#places.hold(place, async (held) => {
      const stream = await this.#find(held.work, key)
      if (!stream) return void this.#known.delete(key)
      const isOwner = userId === stream.ownerId
      const sessionId = isOwner ? stream.sessionId : stream.viewers.get(userId)
      if (sessionId === undefined) return
      const topics = await held.topicsWith(userId)
      const state = held.stateOf(userId)
      const stays = isIn(stream, { id: sessionId }, state)
      if (!isOwner && !stays) return held.publish(unwatched(stream, topics, userId, 'unauthorized'))
      if (isOwner && !(stays && state?.self_stream))
        await this.#end(held, stream, stays ? 'unauthorized' : 'stream_ended')
    })
    this.#parts.runInBackground(settled)
  }

  /** Tells participants here that another node has their call now. */
  moved(channelId: Snowflake): void {
    for (const stream of this.#known.values())
      if (stream.channelId === channelId)
        for (const participant of participantsOf(stream)) this.#sendServer(stream, participant)
  }

  async #sendAgain(stream: Stream, session: Session): Promise<void> {
    const participant = participantOf(session)
    const connected = await this.#parts.callServers.responds(ticketOf(stream, participant), stream.channelId)
    if (!connected) this.#sendServer(stream, participant)
  }

  /** Sends the address of the stream to a session, if it is here. STREAM_CREATE was queued before. */
  #sendServer(stream: Stream, participant: Participant): void {
    const { session, callServers } = this.#parts
    const { key, rtcServerId } = stream
    const { sessionId } = participant
    if (!session(sessionId)) return
    const send = (server: { token: string; endpoint: string }) =>
      setImmediate(() => {
        // The stream may have ended meanwhile, or the session may have left it.
        const known = this.#known.get(key)
        if (known?.rtcServerId !== rtcServerId || !takesPart(known, participant)) return
        const guild_id = stream.guildId?.toString() ?? null
        session(sessionId)?.send('STREAM_SERVER_UPDATE', { stream_key: key, guild_id, ...server })
      })
    callServers.serve(ticketOf(stream, participant), send, stream.channelId)
  }

  /** Sends a refusal, after the events of earlier requests. */
  #sendEnd({ id }: Session, key: string, reason: StreamEnd, unavailable = false): void {
    setImmediate(() => {
      this.#parts.session(id)?.send('STREAM_DELETE', { stream_key: key, reason, unavailable })
    })
  }
}

/** The group of a stream has the id before the one of its server. */
function newIds(work: Work): Pick<Stream, 'rtcServerId' | 'rtcChannelId'> {
  let rtcChannelId = work.nextId()
  for (;;) {
    const rtcServerId = work.nextId()
    if (rtcServerId === rtcChannelId + 1n) return { rtcServerId, rtcChannelId }
    rtcChannelId = rtcServerId
  }
}

/** Returns whether a voice state is of a session in the channel of a stream. */
function isIn({ channelId }: StreamChannel, { id }: { id: string }, state: VoiceState | undefined): boolean {
  return state?.channel_id === channelId && state.session_id === id
}

const participantOf = ({ userId, id }: Session): Participant => ({ userId, sessionId: id })

function ticketOf({ rtcServerId, rtcChannelId }: Stream, { userId, sessionId }: Participant) {
  return { userId, serverId: rtcServerId, channelId: rtcChannelId, sessionId }
}
