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
import type { FileFacts } from '../../../media/sticker-file.ts'

/** Returns the sticker limit of a guild. MORE_STICKERS gives the limit of the highest tier. */
export function stickersMax(guild: { premium_tier: number; features: readonly string[] }): number {
  const highest = STICKERS_MAX_BY_TIER.at(-1) ?? 0
  return guild.features.includes('MORE_STICKERS') ? highest : (STICKERS_MAX_BY_TIER[guild.premium_tier] ?? 0)
}

/** Whether a guild with some stickers may have one more. */
export function mayAddSticker(guild: Parameters<typeof stickersMax>[0], count: number): Verdict {
  return count < stickersMax(guild) ? allow : refuse('TOO_MANY_STICKERS', `has ${count} already`)
}

/** Whether a file may be a sticker. Lottie files need a verified or partnered guild. */
export function mayBeSticker(file: FileFacts, features: readonly string[]): Verdict {
  const lottie = file.format === StickerFormat.LOTTIE
  if (lottie && !features.includes('VERIFIED') && !features.includes('PARTNERED'))
    return refuse('PROVIDED_FILE_TYPE_INVALID', 'Lottie needs a verified or partnered guild')
  if (file.rasterized) return refuse('STICKER_LOTTIE_RASTERIZED', 'contains raster images')
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

/** Message that a sticker is sent with. */
export interface StickerSending {
  /** The sender's permissions in the channel. */
  readonly permissions: bigint
  /** Guild of the channel; null for a DM. */
  readonly guildId: bigint | null
  /** The sender is a member of the sticker's guild. */
  readonly member: boolean
}

/**
 * Whether a sender may use a sticker. Everyone may use standard ones. Members may use those of their guilds, in other
 * guilds with USE_EXTERNAL_STICKERS.
 */
export function maySendSticker(sticker: { guild_id: bigint | null }, sending: StickerSending): Verdict {
  if (sticker.guild_id === null) return allow
  if (sticker.guild_id === sending.guildId) return allow
  if (!sending.member) return refuse('CANNOT_SEND_STICKER', 'not in the guild of the sticker')
  if (!has(sending.permissions, Permission.USE_EXTERNAL_STICKERS))
    return refuse('CANNOT_SEND_STICKER', 'needs USE_EXTERNAL_STICKERS')
  return allow
}
