import type { Snowflake } from '@guildhall/protocol'
import type { VoiceState } from '../../../kernel/model.ts'
import type { VoiceConnection } from '../../../kernel/voice.ts'
import { unconnectedState } from '../../guild/voice-states/model.ts'

/** Viewers of one stream, and streams of one channel. */
export const VIEWERS_MAX = 50
export const STREAMS_MAX = 10

/** Channel in which screens are shared. */
export interface StreamChannel {
  /** Null for the call of a DM. */
  readonly guildId: Snowflake | null
  readonly channelId: Snowflake
}

/** Place of a stream, as its key names it. */
export interface StreamPlace extends StreamChannel {
  readonly ownerId: Snowflake
}

/** A shared screen: a separate call, in which only the owner sends. */
export interface Stream extends StreamPlace {
  readonly key: string
  readonly rtcServerId: Snowflake
  readonly rtcChannelId: Snowflake
  /** False in a stage channel, whose calls are not encrypted. */
  readonly encrypts: boolean
  /** Session of the owner. */
  readonly sessionId: string
  /** Sessions of the viewers, by user. */
  readonly viewers: ReadonlyMap<Snowflake, string>
  readonly paused: boolean
}

/** Session that takes part in a stream. */
export interface Participant {
  readonly userId: Snowflake
  readonly sessionId: string
}

/** `reason` of STREAM_DELETE. */
export type StreamEnd = 'user_requested' | 'stream_ended' | 'stream_full' | 'unauthorized' | 'invalid_channel'

/** Returns the key of a stream. */
export function streamKey({ guildId, channelId, ownerId }: StreamPlace): string {
  return guildId === null ? `call:${channelId}:${ownerId}` : `guild:${guildId}:${channelId}:${ownerId}`
}

/** Returns the guild, or the DM itself, whose voice states have the participants of a stream. */
export function serverOf({ guildId, channelId }: StreamChannel): Snowflake {
  return guildId ?? channelId
}

/** Returns the owner and the viewers of a stream. */
export function participantsOf({ ownerId, sessionId, viewers }: Stream): Participant[] {
  return [{ userId: ownerId, sessionId }, ...[...viewers].map(([userId, id]) => ({ userId, sessionId: id }))]
}

/** Returns whether a session takes part in a stream. */
export function takesPart(stream: Stream, { userId, sessionId }: Participant): boolean {
  return (userId === stream.ownerId ? stream.sessionId : stream.viewers.get(userId)) === sessionId
}

/** Returns the voice state of a participant in the call of a stream. Viewers send neither sound nor video. */
export function stateInStream(stream: Stream, { userId, sessionId }: Participant, isJoined = true): VoiceState {
  const isOwner = userId === stream.ownerId
  return {
    ...unconnectedState(userId),
    channel_id: isJoined ? stream.rtcChannelId : null,
    session_id: sessionId,
    self_video: isOwner,
    mute: !isOwner,
  }
}

/** Returns who takes part in the call of a stream. */
export function connectionsOfStream(stream: Stream): VoiceConnection[] {
  const { rtcServerId: serverId, encrypts } = stream
  return participantsOf(stream).map((participant) => ({
    serverId,
    encrypts,
    state: stateInStream(stream, participant),
  }))
}
