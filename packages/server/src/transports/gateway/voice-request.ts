import type { Snowflake } from '@guildhall/protocol'
import type { VoiceState } from '../../kernel/model.ts'
import { readSnowflake } from './member-requests.ts'

/** Flags of a voice state that the user sets. */
export type VoiceFlags = Pick<VoiceState, 'self_mute' | 'self_deaf' | 'self_video'>

/** The `d` of op 4 (Update Voice State). */
export interface VoiceRequest {
  /** Null for a DM, group DM or lobby. */
  readonly guildId: Snowflake | null
  /** Null disconnects. */
  readonly channelId: Snowflake | null
  readonly flags: VoiceFlags
}

/** Reads the `d` of op 4. Returns null for invalid data. */
export function readVoiceRequest(data: unknown): VoiceRequest | null {
  if (typeof data !== 'object' || data === null) return null
  const { guild_id, channel_id, ...flags } = data as Record<string, unknown>
  const guildId = readOptional(guild_id)
  const channelId = readOptional(channel_id)
  if (guildId === undefined || channelId === undefined) return null
  return { guildId, channelId, flags: readFlags(flags) }
}

/** Reads the user's own flags of ops 4 and 17. */
export function readFlags({ self_mute, self_deaf, self_video }: Record<string, unknown>): VoiceFlags {
  return { self_mute: self_mute === true, self_deaf: self_deaf === true, self_video: self_video === true }
}

/** Returns null for no id, and undefined for an invalid one. */
function readOptional(value: unknown): Snowflake | null | undefined {
  if (value === null || value === undefined) return null
  return readSnowflake(value) ?? undefined
}

/** Returns whether a user's own flags are as requested. */
export function sameFlags(before: VoiceFlags, flags: VoiceFlags): boolean {
  const { self_mute, self_deaf, self_video } = before
  return self_mute === flags.self_mute && self_deaf === flags.self_deaf && self_video === flags.self_video
}
