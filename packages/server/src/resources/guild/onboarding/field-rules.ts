import type { Faults, Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import { checkEmojiName } from '../emojis/index.ts'
import { type EmojiReference, NO_EMOJI } from './model.ts'

/**
 * Returns the emoji that a request refers to: a custom one of the guild by id, or characters. Adds a fault for an
 * unknown id, and for characters that are no standard emoji. A custom emoji keeps its own name, whatever name the
 * request has.
 */
export function emojiOfRequest(
  view: GuildView,
  request: { emoji_id?: Snowflake | null; emoji_name?: string | null },
  faults: Faults,
): EmojiReference {
  checkEmojiName(request, faults)
  if (request.emoji_id == null) return { ...NO_EMOJI, name: request.emoji_name || null }
  const emoji = view.emojis.get(request.emoji_id)
  if (!emoji) {
    faults.add(['emoji_id'], 'EMOJI_NOT_FOUND', 'Unknown emoji.')
    return NO_EMOJI
  }
  return { id: emoji.id, name: emoji.name, animated: emoji.animated }
}

/** Adds a fault for a channel that the guild does not have, and for a thread. */
export function checkChannel(view: GuildView, id: Snowflake, faults: Faults): void {
  const channel = view.channels.get(id)
  if (!channel || channel.thread_metadata) faults.add([], 'CHANNEL_NOT_FOUND', 'Unknown channel.')
}
