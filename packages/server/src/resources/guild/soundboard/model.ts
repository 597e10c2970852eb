import type { Snowflake } from '@guildhall/protocol'
import type { StoredSoundboardSound } from '../../../kernel/model.ts'

/** Emoji of a sound: one of the guild by id, or a Unicode emoji by name. */
export type SoundEmoji = Pick<StoredSoundboardSound, 'emoji_id' | 'emoji_name'>

/** Returns the key under which the CDN finds the file of a sound. */
export function soundFileKey(id: Snowflake | string): string {
  return `soundboard-sounds/${id}`
}
