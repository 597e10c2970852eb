import { ApiError, invalidForm, type Snowflake } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import { isUnicodeEmoji } from '../../emojis/index.ts'
import type { SoundEmoji } from '../model.ts'

/**
 * Returns the emoji that a request gives a sound: one of the guild or a Unicode one. Without either field it stays.
 *
 * @throws ApiError UNKNOWN_EMOJI, INVALID_FORM_BODY for a name that is no Unicode emoji
 */
export function requestedEmoji(
  view: GuildView,
  body: { emoji_id?: Snowflake | null; emoji_name?: string | null },
  before: SoundEmoji,
): SoundEmoji {
  if (body.emoji_id === undefined && body.emoji_name === undefined) return before
  if (body.emoji_id != null) {
    if (!view.emojis.has(body.emoji_id)) throw new ApiError('UNKNOWN_EMOJI')
    return { emoji_id: body.emoji_id, emoji_name: null }
  }
  if (body.emoji_name == null) return { emoji_id: null, emoji_name: null }
  if (!isUnicodeEmoji(body.emoji_name)) throw invalidForm(['emoji_name'], 'BASE_TYPE_CHOICES', 'Not a standard emoji.')
  return { emoji_id: null, emoji_name: body.emoji_name }
}
