import type { SoundboardSoundObject } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { StoredSoundboardSound, User } from '../../../kernel/model.ts'
import { presentUser } from '../../accounts/users/present.ts'
import type { DefaultSound } from './default-sounds.ts'

/** Returns a guild's sound; callers pass `creator` only for viewers who can create or manage expressions. */
export function presentSound(sound: StoredSoundboardSound, creator?: User): SoundboardSoundObject {
  return {
    name: sound.name,
    sound_id: sound.id.toString(),
    volume: sound.volume,
    emoji_id: sound.emoji_id?.toString() ?? null,
    emoji_name: sound.emoji_name,
    guild_id: sound.guild_id.toString(),
    available: true,
    ...(creator ? { user: presentUser(creator) } : {}),
  }
}

/** Returns a default sound. */
export function presentDefaultSound({ id, name, emoji_name }: DefaultSound): SoundboardSoundObject {
  return { name, sound_id: id.toString(), volume: 1, emoji_id: null, emoji_name, available: true }
}

/** Returns all sounds of a guild, without creators. */
export function presentGuildSounds(view: GuildView): SoundboardSoundObject[] {
  return [...view.sounds.values()].map((sound) => presentSound(sound))
}
