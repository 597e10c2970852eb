import {
  allow,
  has,
  Permission,
  refuse,
  STICKER_FRAMERATE_MAX,
  STICKER_FRAMES_MAX,
  STICKER_MAX_MS,
  STICKER_SIDE_MAX,
  STICKERS_MAX_BY_TIER,
  StickerFormat,
  type Verdict,
} from '@guildhall/protocol'
import type { FileFacts } from '../../media/sticker-file.ts'

/** How many stickers a guild may have; those with the feature have as many as a well boosted one. */
export function stickersMax(guild: { premium_tier: number; features: readonly string[] }): number {
  const most = STICKERS_MAX_BY_TIER.at(-1) ?? 0
  return guild.features.includes('MORE_STICKERS') ? most : (STICKERS_MAX_BY_TIER[guild.premium_tier] ?? 0)
}

/** May this file be a sticker? Lottie files only where a guild is verified or a partner. */
export function mayBeSticker(file: FileFacts, features: readonly string[]): Verdict {
  const lottie = file.format === StickerFormat.LOTTIE
  if (lottie && !features.includes('VERIFIED') && !features.includes('PARTNERED'))
    return refuse('PROVIDED_FILE_TYPE_INVALID', 'Lottie is for verified guilds and partners')
  if (file.rasterized) return refuse('STICKER_LOTTIE_RASTERIZED', 'shows pictures')
  if (file.width > STICKER_SIDE_MAX || file.height > STICKER_SIDE_MAX)
    return refuse(lottie ? 'STICKER_LOTTIE_TOO_LARGE' : 'INVALID_FILE', `${file.width} x ${file.height}`)
  const { framerate } = file
  if (framerate !== undefined && framerate > STICKER_FRAMERATE_MAX)
    return refuse('STICKER_FRAMERATE_TOO_HIGH', `${framerate} a second`)
  if (framerate !== undefined && framerate <= 0)
    return refuse('STICKER_FRAMERATE_OUT_OF_RANGE', `${framerate} a second`)
  if (file.frames > STICKER_FRAMES_MAX) return refuse('STICKER_TOO_MANY_FRAMES', `${file.frames} frames`)
  if (file.durationMs > STICKER_MAX_MS) return refuse('STICKER_TOO_LONG', `${file.durationMs} ms`)
  return allow
}

export interface Sending {
  /** In the channel. */
  readonly permissions: bigint
  /** Where the message goes; null for a DM. */
  readonly guildId: bigint | null
  /** Is the sender in the guild whose sticker it is? */
  readonly member: boolean
}

/** Standard stickers are everybody's, a guild's are for its members, elsewhere with USE_EXTERNAL_STICKERS. */
export function maySendSticker(sticker: { guild_id: bigint | null }, sending: Sending): Verdict {
  if (sticker.guild_id === null) return allow
  if (sticker.guild_id === sending.guildId) return allow
  if (!sending.member) return refuse('CANNOT_SEND_STICKER', 'not in the guild of the sticker')
  if (!has(sending.permissions, Permission.USE_EXTERNAL_STICKERS))
    return refuse('CANNOT_SEND_STICKER', 'needs USE_EXTERNAL_STICKERS')
  return allow
}
