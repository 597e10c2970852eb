import { EMOJIS_MAX_BY_TIER, SOUNDS_MAX_BY_TIER, SOUNDS_MAX_MORE, STICKERS_MAX_BY_TIER } from '@guildhall/protocol'

interface GuildFacts {
  readonly premium_tier: number
  readonly features: readonly string[]
}

/** Used and available places for one kind of expression. */
export interface Slots {
  readonly used: number
  readonly max: number
}

const MORE_EMOJI_MAX = 200

/** Returns the places for emojis. Still and animated ones are counted separately. */
export function emojiSlots(
  guild: GuildFacts,
  emojis: Iterable<{ animated: boolean }>,
): { still: Slots; moving: Slots } {
  const all = [...emojis]
  const withFeature = guild.features.includes('MORE_EMOJI') ? MORE_EMOJI_MAX : 0
  const max = Math.max(EMOJIS_MAX_BY_TIER[guild.premium_tier] ?? 0, withFeature)
  const moving = all.filter(({ animated }) => animated).length
  return { still: { used: all.length - moving, max }, moving: { used: moving, max } }
}

/** Returns the number of stickers that a guild can have. */
export function stickersMax({ premium_tier, features }: GuildFacts): number {
  if (features.includes('MORE_STICKERS')) return STICKERS_MAX_BY_TIER.at(-1) ?? 0
  return STICKERS_MAX_BY_TIER[premium_tier] ?? 0
}

/** Returns the number of sounds that a guild can have. */
export function soundsMax({ premium_tier, features }: GuildFacts): number {
  return features.includes('MORE_SOUNDBOARD') ? SOUNDS_MAX_MORE : (SOUNDS_MAX_BY_TIER[premium_tier] ?? 0)
}

/** Returns a name for an expression from the name of its file. */
export function nameOfFile(filename: string): string {
  return filename
    .replace(/\.[^.]*$/, '')
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 32)
}
