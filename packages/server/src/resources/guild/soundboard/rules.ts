import {
  allow,
  has,
  namesOf,
  Permission,
  refuse,
  SOUND_MAX_MS,
  SOUNDS_MAX_BY_TIER,
  SOUNDS_MAX_MORE,
  type Verdict,
} from '@guildhall/protocol'

/** Returns the sound limit of a guild, by tier and MORE_SOUNDBOARD. */
export function soundsMax(guild: { premium_tier: number; features: readonly string[] }): number {
  return guild.features.includes('MORE_SOUNDBOARD') ? SOUNDS_MAX_MORE : (SOUNDS_MAX_BY_TIER[guild.premium_tier] ?? 0)
}

/** Whether a guild with some sounds may have one more. */
export function mayAddSound(guild: Parameters<typeof soundsMax>[0], count: number): Verdict {
  return count < soundsMax(guild) ? allow : refuse('TOO_MANY_SOUNDBOARD_SOUNDS', `has ${count} already`)
}

/** Whether a file of this duration may be a sound. */
export function mayBeSound(durationMs: number): Verdict {
  if (durationMs <= 0) return refuse('FILE_DURATION_INVALID', 'the file has no samples')
  return durationMs <= SOUND_MAX_MS ? allow : refuse('PROVIDED_FILE_TOO_LONG', `${durationMs} ms`)
}

/** Request to play a sound in a voice channel. */
export interface SoundSending {
  /** The member's permissions in the channel. */
  readonly permissions: bigint
  /** Voice state of the member; undefined if the member is not connected to this channel. */
  readonly state: { deaf: boolean; mute: boolean; self_deaf: boolean; suppress: boolean } | undefined
  /** The sound belongs to another guild. */
  readonly external: boolean
  /** The member may play sounds of other guilds: bots always, persons with a premium subscription. */
  readonly subscribed: boolean
}

/** Whether a member may play a sound: with the permissions, connected, and neither deaf nor muted. */
export function maySendSound({ permissions, state, external, subscribed }: SoundSending): Verdict {
  const needed = Permission.SPEAK | Permission.USE_SOUNDBOARD | (external ? Permission.USE_EXTERNAL_SOUNDS : 0n)
  if (!has(permissions, needed)) return refuse('MISSING_PERMISSIONS', `needs ${namesOf(needed)}`)
  if (external && !subscribed)
    return refuse('MISSING_PERMISSIONS', 'sounds of other guilds need a premium subscription')
  if (!state) return refuse('TARGET_NOT_CONNECTED_TO_VOICE', 'not connected to the channel')
  if (state.deaf || state.self_deaf || state.mute || state.suppress)
    return refuse('CANNOT_SEND_VOICE_EFFECT', 'is deaf, muted or suppressed')
  return allow
}
