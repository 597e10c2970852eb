import type { Faults, Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { EmojiData } from '../../../kernel/model.ts'

const FIRST = /^(?:\p{Extended_Pictographic}|\p{Emoji_Presentation}|\p{Regional_Indicator}|[#*0-9]\u{fe0f}?\u{20e3})/u
const WHOLE = /^[\p{Extended_Pictographic}\p{Emoji_Component}]+$/u
/** Code points of the longest emoji: a family with its joiners. */
const LENGTH_MAX = 20
const CHARACTERS = new Intl.Segmenter()

/** Whether a text is one emoji of Unicode. Accepts pictographs that the runtime's tables do not know as emojis yet. */
export function isUnicodeEmoji(text: string): boolean {
  if (!FIRST.test(text) || !WHOLE.test(text) || [...text].length > LENGTH_MAX) return false
  const [first] = CHARACTERS.segment(text)
  return first?.segment === text
}

/**
 * Adds a fault for characters that are no standard emoji. The name beside the id of a custom emoji is not checked,
 * because clients send the emoji's own name there.
 */
export function checkEmojiName(
  { emoji_id, emoji_name }: { emoji_id?: Snowflake | null; emoji_name?: string | null },
  faults: Faults,
): void {
  if (emoji_id == null && emoji_name && !isUnicodeEmoji(emoji_name))
    faults.add(['emoji_name'], 'BASE_TYPE_CHOICES', 'Not a standard emoji.')
}

/** Fields of an emoji that a request does not set. */
export const EMOJI_DEFAULTS: EmojiData = {
  user_id: null,
  roles: [],
  require_colons: true,
  managed: false,
  animated: false,
  available: true,
}

/** Returns those of `roles` that the guild has, each once. */
export function rolesInGuild(view: GuildView, roles: readonly Snowflake[] | null | undefined): Snowflake[] {
  return [...new Set(roles)].filter((role) => view.roles.has(role))
}
