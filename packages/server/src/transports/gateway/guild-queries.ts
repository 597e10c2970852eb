import type { Snowflake } from '@guildhall/protocol'
import type { Viewer } from '../../kernel/viewer.ts'
import { presentGuildSounds } from '../../resources/guild/soundboard/index.ts'
import { guildScope } from './dispatch.ts'
import type { FanOut } from './fan-out.ts'
import { readSnowflake } from './member-requests.ts'
import type { Session } from './session.ts'

/** Guilds that one command may name. */
const GUILDS_PER_COMMAND_MAX = 100

/** Sends CHANNEL_INFO for each guild of the command that the session watches. */
export async function sendChannelInfo(fanOut: FanOut, session: Session, data: unknown): Promise<void> {
  const { guild_id, fields } = (data ?? {}) as { guild_id?: unknown; fields?: unknown }
  for (const [guildId, viewer] of await watched(fanOut, session, guild_id))
    session.send('CHANNEL_INFO', channelInfo(viewer, guildId, fields), guildScope(guildId))
}

/** Sends SOUNDBOARD_SOUNDS for each guild of the command that the session watches. */
export async function sendSoundboardSounds(fanOut: FanOut, session: Session, data: unknown): Promise<void> {
  const { guild_ids } = (data ?? {}) as { guild_ids?: unknown }
  for (const [guildId, viewer] of await watched(fanOut, session, guild_ids))
    session.send('SOUNDBOARD_SOUNDS', soundboardSounds(viewer, guildId), guildScope(guildId))
}

/** Returns the named guilds that the session watches, once those that READY names are sent. Others are ignored. */
async function watched(fanOut: FanOut, session: Session, named: unknown): Promise<[Snowflake, Viewer][]> {
  const ids = (Array.isArray(named) ? named : [named])
    .slice(0, GUILDS_PER_COMMAND_MAX)
    .flatMap((id) => readSnowflake(id) ?? [])
  await session.coming.whenSent(ids)
  return ids.flatMap((id) => {
    const viewer = fanOut.viewerIn(session, id)
    return viewer ? [[id, viewer]] : []
  })
}

/**
 * Returns the `d` of CHANNEL_INFO: status and start of the voice channels that the viewer sees. [GW-11] [GW-12]
 * @param fields names of the requested fields, as sent by the client
 */
function channelInfo(viewer: Viewer, guildId: Snowflake, fields: unknown) {
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
function soundboardSounds(viewer: Viewer, guildId: Snowflake) {
  return {
    guild_id: guildId.toString(),
    soundboard_sounds: viewer.view ? presentGuildSounds(viewer.view) : [],
  }
}
