/** Shared screens, as clients of people see them. */
import { GatewayOp } from '@guildhall/protocol'
import { type RawGateway, VoiceClient } from '@guildhall/testing'

/** Channel of a guild, or a DM. */
export interface StreamChannel {
  readonly guildId: string | null
  readonly channelId: string
}

/** Stream and address that a participant receives. */
export interface JoinedStream {
  readonly key: string
  readonly viewers: readonly string[]
  readonly serverId: string
  readonly channelId: string
  readonly endpoint: string
  readonly token: string
}

/** Payload of STREAM_DELETE. */
export interface StreamDeleted {
  readonly stream_key: string
  readonly reason: string
  readonly unavailable: boolean
}

/** Joins voice. Resolves with the endpoint of the call. */
export async function joinVoice(session: RawGateway, { guildId, channelId }: StreamChannel): Promise<string> {
  session.send(4, { guild_id: guildId, channel_id: channelId, self_mute: false, self_deaf: false })
  return (await session.next<{ endpoint: string }>('VOICE_SERVER_UPDATE')).d.endpoint
}

/** Asks to share a screen. */
export function askToShare(session: RawGateway, { guildId, channelId }: StreamChannel): void {
  const place = guildId === null ? { type: 'call' } : { type: 'guild', guild_id: guildId }
  session.send(GatewayOp.STREAM_CREATE, { ...place, channel_id: channelId })
}

/** Asks to watch a stream. */
export const askToWatch = (session: RawGateway, key: string) =>
  session.send(GatewayOp.STREAM_WATCH, { stream_key: key })

/** Stops to watch a stream, or to share the own one. */
export const leaveStream = (session: RawGateway, key: string) =>
  session.send(GatewayOp.STREAM_DELETE, { stream_key: key })

/** Resolves with the stream that a session joins. */
export async function joinedStream(session: RawGateway): Promise<JoinedStream> {
  const { d } = await session.next<Record<string, string> & { viewer_ids: string[] }>('STREAM_CREATE')
  const server = (await session.next<{ endpoint: string; token: string }>('STREAM_SERVER_UPDATE')).d
  return {
    key: d.stream_key ?? '',
    viewers: d.viewer_ids,
    serverId: d.rtc_server_id ?? '',
    channelId: d.rtc_channel_id ?? '',
    endpoint: server.endpoint,
    token: server.token,
  }
}

/** Shares a screen. */
export async function shareScreen(session: RawGateway, channel: StreamChannel): Promise<JoinedStream> {
  askToShare(session, channel)
  return joinedStream(session)
}

/** Watches a stream. */
export async function watchStream(session: RawGateway, key: string): Promise<JoinedStream> {
  askToWatch(session, key)
  return joinedStream(session)
}

/** Resolves with the end of a stream for a session. */
export const streamEnd = async (session: RawGateway): Promise<StreamDeleted> =>
  (await session.next<StreamDeleted>('STREAM_DELETE')).d

/** Connects to the voice server of a stream. */
export function connectToStream(
  { sessionId }: RawGateway,
  userId: string,
  { serverId, channelId, endpoint, token }: JoinedStream,
): Promise<VoiceClient> {
  const address = { endpoint, token, serverId, channelId, userId, sessionId: sessionId ?? '' }
  return VoiceClient.connect(address, { channelId })
}
