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

/** How many sounds a guild may have, by its boosts. */
export function soundsMax(guild: { premium_tier: number; features: readonly string[] }): number {
  return guild.features.includes('MORE_SOUNDBOARD') ? SOUNDS_MAX_MORE : (SOUNDS_MAX_BY_TIER[guild.premium_tier] ?? 0)
}

/** May a file of this length be a sound? */
export function mayBeSound(durationMs: number): Verdict {
  if (durationMs <= 0) return refuse('FILE_DURATION_INVALID', 'nothing is heard')
  return durationMs <= SOUND_MAX_MS ? allow : refuse('PROVIDED_FILE_TOO_LONG', `${durationMs} ms`)
}

export interface SoundSending {
  /** In the channel. */
  readonly permissions: bigint
  /** The player's voice state; undefined where they are not connected to this channel. */
  readonly state: { deaf: boolean; mute: boolean; self_deaf: boolean; suppress: boolean } | undefined
  /** Is the sound another guild's? */
  readonly external: boolean
  /** People play other guilds' sounds as subscribers; bots always. */
  readonly subscribed: boolean
}

/** Who plays a sound may speak and use the soundboard, is connected, hears and is heard. */
export function maySendSound({ permissions, state, external, subscribed }: SoundSending): Verdict {
  const needed = Permission.SPEAK | Permission.USE_SOUNDBOARD | (external ? Permission.USE_EXTERNAL_SOUNDS : 0n)
  if (!has(permissions, needed)) return refuse('MISSING_PERMISSIONS', `needs ${namesOf(needed)}`)
  if (external && !subscribed) return refuse('MISSING_PERMISSIONS', 'other guilds’ sounds are for subscribers')
  if (!state) return refuse('TARGET_NOT_CONNECTED_TO_VOICE', 'not connected to the channel')
  if (state.deaf || state.self_deaf || state.mute || state.suppress)
    return refuse('CANNOT_SEND_VOICE_EFFECT', 'does not hear or is not heard')
  return allow
}
