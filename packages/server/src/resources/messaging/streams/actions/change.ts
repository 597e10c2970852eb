import type { Snowflake } from '@guildhall/protocol'
import { type EventType, guildTopic, type Topic, userTopic } from '../../../../kernel/event.ts'
import { streamChanged, streamCreate, streamEnded, streamLeft, streamMemberChanged, streamUpdate } from '../events.ts'
import { type Participant, participantsOf, type Stream, type StreamEnd, stateInStream } from '../model.ts'

/** Event that the caller must publish. */
export interface StreamEvent<P = never> {
  readonly type: EventType<P>
  readonly topic: Topic
  readonly payload: P
}

/** Topics that reach the participants of a stream. */
export interface StreamTopics {
  /** Topic of what all nodes learn of the stream. */
  readonly all: Topic
  readonly of: (userId: Snowflake) => Topic
}

/** Returns the topics of a stream in the call of a DM, or in a guild that was deleted. */
export function topicsOfUsers({ ownerId }: Pick<Stream, 'ownerId'>): StreamTopics {
  return { all: userTopic(ownerId), of: userTopic }
}

/** Returns the topics of a stream in a guild, of which one user is perhaps no member any more. */
export function topicsOfGuild(guildId: Snowflake, leaverId: Snowflake | null = null): StreamTopics {
  const all = guildTopic(guildId)
  return { all, of: (userId) => (userId === leaverId ? userTopic(userId) : all) }
}

function streamEvent<P>(type: EventType<P>, topic: Topic, payload: P): StreamEvent {
  return { type, topic, payload } as unknown as StreamEvent
}

function member(stream: Stream, topics: StreamTopics, participant: Participant, isJoined: boolean): StreamEvent {
  const { rtcServerId, encrypts } = stream
  const state = stateInStream(stream, participant, isJoined)
  return streamEvent(streamMemberChanged, topics.of(participant.userId), { rtcServerId, state, encrypts })
}

/** Returns the events by which all nodes and the other participants learn how a stream is now. */
function changed(stream: Stream, topics: StreamTopics, joining: string | null = null): StreamEvent[] {
  const apart = participantsOf(stream).filter(({ userId }) => topics.of(userId) !== topics.all)
  return [
    streamEvent(streamChanged, topics.all, { stream, joining }),
    ...apart.map(({ userId }) => streamEvent(streamUpdate, topics.of(userId), { stream, joining, userId })),
  ]
}

/** Returns the events of a participant who joins a stream: the owner, who begins it, or a viewer. */
function joined(stream: Stream, topics: StreamTopics, participant: Participant): StreamEvent[] {
  return [
    ...changed(stream, topics, participant.sessionId),
    member(stream, topics, participant, true),
    streamEvent(streamCreate, topics.of(participant.userId), { stream, participant }),
  ]
}

/** Returns the events of a stream that begins. */
export function begun(stream: Stream, topics: StreamTopics): StreamEvent[] {
  const { ownerId, sessionId } = stream
  return joined(stream, topics, { userId: ownerId, sessionId })
}

/** Returns the events of a session that begins to watch a stream. */
export function watched(stream: Stream, topics: StreamTopics, viewer: Participant): StreamEvent[] {
  const viewers = new Map(stream.viewers).set(viewer.userId, viewer.sessionId)
  return joined({ ...stream, viewers }, topics, viewer)
}

/** Returns the events of a viewer who stops watching; none for a user who does not watch. */
export function unwatched(stream: Stream, topics: StreamTopics, userId: Snowflake, reason: StreamEnd): StreamEvent[] {
  const sessionId = stream.viewers.get(userId)
  if (sessionId === undefined) return []
  const viewers = new Map(stream.viewers)
  viewers.delete(userId)
  const viewer = { userId, sessionId }
  return [
    streamEvent(streamLeft, topics.of(userId), { key: stream.key, participant: viewer, reason }),
    member(stream, topics, viewer, false),
    ...changed({ ...stream, viewers }, topics),
  ]
}

/** Returns the events of a stream that its owner pauses, or goes on with. */
export function paused(stream: Stream, topics: StreamTopics, isPaused: boolean): StreamEvent[] {
  return changed({ ...stream, paused: isPaused }, topics)
}

/** Returns the events of a stream that ends. Viewers receive that it ended, and the owner why. */
export function ended(stream: Stream, topics: StreamTopics, reason: StreamEnd): StreamEvent[] {
  const { key, ownerId } = stream
  const participants = participantsOf(stream)
  const apart = participants.filter(({ userId }) => topics.of(userId) !== topics.all)
  return [
    streamEvent(streamEnded, topics.all, { stream, reason }),
    ...apart.map((participant) => {
      const why = participant.userId === ownerId ? reason : 'stream_ended'
      return streamEvent(streamLeft, topics.of(participant.userId), { key, participant, reason: why })
    }),
    ...participants.map((participant) => member(stream, topics, participant, false)),
  ]
}
