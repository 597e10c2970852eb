import { APPLICATION_EMOJIS_MAX, allow, EMOJIS_MAX_BY_TIER, refuse, type Verdict } from '@guildhall/protocol'

/** Limit of a guild with the MORE_EMOJI feature, for static and for animated emojis each. */
const MORE_EMOJI_MAX = 200

/** Whether a guild may have one more emoji. Static and animated emojis count separately. */
export function mayAddGuildEmoji(
  guild: { premium_tier: number; features: readonly string[] },
  existing: Iterable<{ animated: boolean }>,
  animated: boolean,
): Verdict {
  const withFeature = guild.features.includes('MORE_EMOJI') ? MORE_EMOJI_MAX : 0
  const max = Math.max(EMOJIS_MAX_BY_TIER[guild.premium_tier] ?? 0, withFeature)
  const count = [...existing].filter((emoji) => emoji.animated === animated).length
  return count < max ? allow : refuse(animated ? 'TOO_MANY_ANIMATED_EMOJIS' : 'TOO_MANY_EMOJIS', `has ${count} already`)
}

/** Whether an application may have one more emoji. */
export function mayAddApplicationEmoji(count: number): Verdict {
  return count < APPLICATION_EMOJIS_MAX ? allow : refuse('TOO_MANY_EMOJIS', `has ${count} already`)
}
