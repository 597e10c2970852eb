import type { Snowflake } from '@guildhall/protocol'
import { type EventType, eventType } from '../../../kernel/event.ts'
import type { VoiceState } from '../../../kernel/model.ts'
import { type Participant, participantsOf, type Stream, type StreamEnd } from './model.ts'
import { presentStream, presentWholeStream } from './present.ts'

/** Event about a stream, for some of the sessions that take part in it. */
interface StreamEventType<P> {
  readonly key: string
  readonly name: string
  recipients(payload: P): readonly Participant[]
  present(payload: P, variant: string): unknown
  /** Returns the variant of a session. Default: one variant. */
  variant?(payload: P, sessionId: string | null): string
}

/** Declares an event for sessions of people. A topic of a guild has one event for all of them. */
function streamEvent<P>({ key, name, recipients, present, variant }: StreamEventType<P>): EventType<P> {
  return eventType<P>({
    key,
    name,
    intents: () => 0,
    visibleTo: ({ kind, sessionId }, payload) =>
      kind === 'person' && recipients(payload).some((recipient) => recipient.sessionId === sessionId),
    evaluateIndividually: (payload) => recipients(payload).map(({ userId }) => userId),
    present,
    ...(variant ? { variant: ({ sessionId }, payload) => variant(payload, sessionId) } : {}),
  })
}

/** Payload of an event about a stream that goes on. */
export interface StreamChange {
  readonly stream: Stream
  /** Session that joins by this change: STREAM_CREATE contains it. */
  readonly joining: string | null
}

const others = ({ stream, joining }: StreamChange) =>
  participantsOf(stream).filter(({ sessionId }) => sessionId !== joining)

/** A stream began, or its viewers or its pause changed. All nodes learn the stream by it. */
export const streamChanged = streamEvent<StreamChange>({
  key: 'stream.changed',
  name: 'STREAM_UPDATE',
  recipients: others,
  present: ({ stream }) => presentStream(stream),
})

/** The same for a participant whom the topic of `streamChanged` does not reach. */
export const streamUpdate = streamEvent<StreamChange & { readonly userId: Snowflake }>({
  key: 'stream.updated',
  name: 'STREAM_UPDATE',
  recipients: (change) => others(change).filter(({ userId }) => userId === change.userId),
  present: ({ stream }) => presentStream(stream),
})

/** A session shares its screen, or watches another one. */
export const streamCreate = streamEvent<{ readonly stream: Stream; readonly participant: Participant }>({
  key: 'stream.joined',
  name: 'STREAM_CREATE',
  recipients: ({ participant }) => [participant],
  present: ({ stream }) => presentWholeStream(stream),
})

/** A stream ended. Only the owner receives why. */
export const streamEnded = streamEvent<{ readonly stream: Stream; readonly reason: StreamEnd }>({
  key: 'stream.ended',
  name: 'STREAM_DELETE',
  recipients: ({ stream }) => participantsOf(stream),
  variant: ({ stream }, sessionId) => (sessionId === stream.sessionId ? 'owner' : 'viewer'),
  present: ({ stream, reason }, variant) => presentEnd(stream.key, variant === 'owner' ? reason : 'stream_ended'),
})

/** Payload of the event about a participant who left. */
export interface StreamLeft {
  readonly key: string
  readonly participant: Participant
  readonly reason: StreamEnd
}

/** A session does not take part in a stream any more. */
export const streamLeft = streamEvent<StreamLeft>({
  key: 'stream.left',
  name: 'STREAM_DELETE',
  recipients: ({ participant }) => [participant],
  present: ({ key, reason }) => presentEnd(key, reason),
})

const presentEnd = (stream_key: string, reason: StreamEnd) => ({ stream_key, reason, unavailable: false })

/** Payload of the event about a member of a shared screen's call. */
export interface StreamMember {
  readonly rtcServerId: Snowflake
  readonly state: VoiceState
  /** Whether the call can be encrypted. Screens that are shared in stage channels are not. */
  readonly encrypts: boolean
}

/** Informs the voice server of who takes part in the call of a shared screen. Nobody receives it. */
export const streamMemberChanged = eventType<StreamMember>({
  key: 'stream-connection.changed',
  name: '',
  intents: () => 0,
  visibleTo: () => false,
  present: () => null,
  effect: ({ rtcServerId, state, encrypts }) => ({ kind: 'state-changed', serverId: rtcServerId, state, encrypts }),
})
