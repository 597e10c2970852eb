import type { StreamChannel } from '../../resources/messaging/streams/index.ts'
import { readSnowflake } from './member-requests.ts'

type Fields = Record<string, unknown>

/** Reads the `d` of op 18: the channel in which a person shares a screen. Returns null for invalid data. */
export function readStreamCreate(data: unknown): StreamChannel | null {
  const { type, guild_id, channel_id } = (typeof data === 'object' && data !== null ? data : {}) as Fields
  const channelId = readSnowflake(channel_id)
  const guildId = type === 'guild' ? readSnowflake(guild_id) : null
  if (channelId === null || (type !== 'guild' && type !== 'call')) return null
  return type === 'guild' && guildId === null ? null : { guildId, channelId }
}

/** Reads the `stream_key` of ops 19 to 22. A key of no stream is not malformed. Returns null for invalid data. */
export function readStreamKey(data: unknown): { key: string; paused: boolean } | null {
  const { stream_key, paused } = (typeof data === 'object' && data !== null ? data : {}) as Fields
  return typeof stream_key === 'string' ? { key: stream_key, paused: paused === true } : null
}
