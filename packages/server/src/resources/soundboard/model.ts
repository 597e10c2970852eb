import { ApiError, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import type { StoredSoundboardSound } from '../../kernel/model.ts'

/** Emoji of a sound: one of the guild by id, or a Unicode emoji by name. */
export type SoundEmoji = Pick<StoredSoundboardSound, 'emoji_id' | 'emoji_name'>

/** Returns a sound of a guild. @throws ApiError UNKNOWN_SOUND (10097) */
export function getSound(view: GuildView, id: Snowflake): StoredSoundboardSound {
  const sound = view.sounds.get(id)
  if (!sound) throw new ApiError('UNKNOWN_SOUND')
  return sound
}

/** Returns the key under which the CDN finds the file of a sound. */
export function soundFileKey(id: Snowflake | string): string {
  return `soundboard-sounds/${id}`
}
