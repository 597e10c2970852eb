import type { Snowflake } from '@guildhall/protocol'
import type { Viewer } from '../../kernel/viewer.ts'
import { presentGuildSounds } from '../../resources/soundboard/index.ts'

/**
 * Returns the `d` of CHANNEL_INFO: status and start of the voice channels that the viewer sees. [GW-11] [GW-12]
 * @param fields names of the requested fields, as sent by the client
 */
export function channelInfo(viewer: Viewer, guildId: Snowflake, fields: unknown): object {
  const requested: readonly unknown[] = Array.isArray(fields) ? fields : []
  const channels = []
  for (const [id, { status, startedAt }] of viewer.view?.voiceChannels ?? []) {
    if (!viewer.sees(id)) continue
    const info = {
      ...(requested.includes('status') && status !== null ? { status } : {}),
      ...(requested.includes('voice_start_time') && startedAt !== null ? { voice_start_time: startedAt } : {}),
    }
    if (Object.keys(info).length > 0) channels.push({ id: id.toString(), ...info })
  }
  return { guild_id: guildId.toString(), channels }
}

/** Returns the `d` of SOUNDBOARD_SOUNDS: all sounds of the guild. */
export function soundboardSounds(viewer: Viewer, guildId: Snowflake): object {
  return {
    guild_id: guildId.toString(),
    soundboard_sounds: viewer.view ? presentGuildSounds(viewer.view) : [],
  }
}
