import { has, Permission } from '@guildhall/protocol'

/** What an application may use where it has no bot of its own: never more than the person it acts for. */
const BORROWED =
  Permission.EMBED_LINKS | Permission.ATTACH_FILES | Permission.MENTION_EVERYONE | Permission.USE_EXTERNAL_EMOJIS

/** Who acts where, by their permissions in the channel; null for who is not in the guild. */
export interface Standing {
  readonly inGuild: boolean
  readonly withBot: boolean
  readonly bot: bigint | null
  readonly invoker: bigint | null
  /** Of @everyone, where the guild has added the application; else null. */
  readonly everyone: bigint | null
}

/**
 * The `app_permissions` of an interaction: the bot's in the channel. An application that was added without its bot has a
 * few of those that everyone has, one that only its user has added a few of theirs.
 */
export function appPermissions({ inGuild, withBot, bot, invoker, everyone }: Standing): bigint {
  if (bot !== null) return bot
  if (inGuild) return BORROWED & (everyone ?? invoker ?? 0n)
  return withBot ? BORROWED : BORROWED & ~Permission.USE_EXTERNAL_EMOJIS
}

/**
 * An application that the guild has not added answers in public only where its user may use external applications and
 * write messages themselves.
 */
export function answersHidden(standing: Standing & { installed: boolean }): boolean {
  if (!standing.inGuild || standing.installed) return false
  return !has(standing.invoker ?? 0n, Permission.USE_EXTERNAL_APPS | Permission.SEND_MESSAGES)
}
