import type { Snowflake } from '@guildhall/protocol'
import { readSnowflake } from './member-requests.ts'

/** Place of a stream, as its key names it. */
export interface StreamPlace {
  /** Null for the call of a DM. */
  readonly guildId: Snowflake | null
  readonly channelId: Snowflake
  readonly ownerId: Snowflake
}

type Fields = Record<string, unknown>

/** Returns the key of a stream. */
export function streamKey({ guildId, channelId, ownerId }: StreamPlace): string {
  return guildId === null ? `call:${channelId}:${ownerId}` : `guild:${guildId}:${channelId}:${ownerId}`
}

/** Reads the `d` of op 18: the channel in which a person shares a screen. Returns null for invalid data. */
export function readStreamCreate(data: unknown): Omit<StreamPlace, 'ownerId'> | null {
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
