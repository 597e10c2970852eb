import type { Faults, FieldPath, Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../kernel/guild-view.ts'
import { type KeptEmoji, NO_EMOJI } from './documents.ts'

/** What a form says of an emoji: a custom one of the guild by id, or characters. Its own name counts, not the form's. */
export function readEmoji(
  view: GuildView,
  form: { emoji_id?: Snowflake | null; emoji_name?: string | null },
  faults: Faults,
  path: FieldPath,
): KeptEmoji {
  if (form.emoji_id == null) return { ...NO_EMOJI, name: form.emoji_name || null }
  const emoji = view.emojis.get(form.emoji_id)
  if (!emoji) {
    faults.add([...path, 'emoji_id'], 'EMOJI_NOT_FOUND', 'Unknown emoji.')
    return NO_EMOJI
  }
  return { id: emoji.id, name: emoji.name, animated: emoji.animated }
}

/** Notes a channel that the guild does not have; threads do not count. */
export function checkChannel(view: GuildView, id: Snowflake, faults: Faults, path: FieldPath): void {
  const channel = view.channels.get(id)
  if (!channel || channel.thread_metadata) faults.add(path, 'CHANNEL_NOT_FOUND', 'Unknown channel.')
}
