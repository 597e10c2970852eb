import { ApiError, demand, has, needs, Permission, REACTIONS_MAX, type Snowflake } from '@guildhall/protocol'
import type { ChannelAccess } from '../../../../access/channel.ts'
import { memberInGuild } from '../../../../access/member.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findEmoji, isUnicodeEmoji } from '../../../guild/emojis/index.ts'
import { hasBlocked } from '../../relationships/store.ts'
import type { ChannelLocation, ReactionEmoji, StoredMessage } from '../model.ts'
import { listReactionKeys } from '../reaction-store.ts'
import { createReaction, removeReactions } from './save.ts'

/** Creates the error for an unknown emoji: 400, not 404, because the emoji is part of the request. */
const unknownEmoji = () => new ApiError('UNKNOWN_EMOJI', { status: 400 })

/**
 * Parses `name:id`, `<:name:id>` or Unicode characters of a path.
 *
 * @throws UNKNOWN_EMOJI (10014) for text that is neither
 */
export function parseEmoji(text: string, view: GuildView | null): ReactionEmoji {
  const custom = /^(?:<?a?:)?(\w{1,32}):(\d{1,20})>?$/.exec(text)
  if (!custom) {
    if (!isUnicodeEmoji(text)) throw unknownEmoji()
    return { key: text, id: null, name: text, animated: false }
  }
  const id = BigInt(custom[2] ?? 0)
  const known = view?.emojis.get(id)
  return { key: id.toString(), id, name: known?.name ?? custom[1] ?? null, animated: known?.animated ?? false }
}

/**
 * Returns the emoji that a caller may react with: one of the guild, one of the caller's application, or with
 * USE_EXTERNAL_EMOJIS one of another guild. An emoji with roles is for their members
 * (developers/resources/emoji, "Emoji Object").
 *
 * @throws UNKNOWN_EMOJI (10014) for an emoji that does not exist or that the caller may not use
 */
async function usableEmoji(work: Work, caller: Caller, access: ChannelAccess, text: string): Promise<ReactionEmoji> {
  const emoji = parseEmoji(text, access.view)
  if (emoji.id === null) return emoji
  const ofGuild = access.view?.emojis.get(emoji.id)
  if (ofGuild) {
    if (!(await mayUse(work, caller, ofGuild))) throw unknownEmoji()
    return emoji
  }
  const known = await findEmoji(work, emoji.id)
  const own = known?.application_id != null && known.application_id === caller.application?.id
  const external = known?.guild_id != null && has(access.permissions, Permission.USE_EXTERNAL_EMOJIS)
  if (!known || !(own || external) || !(await mayUse(work, caller, known))) throw unknownEmoji()
  return { ...emoji, name: known.name, animated: known.animated }
}

/** Returns whether a caller has one of the roles that an emoji is for. Roles that were deleted restrict no longer. */
async function mayUse(
  work: Work,
  caller: Caller,
  { guild_id, roles }: { guild_id: Snowflake | null; roles: readonly Snowflake[] },
): Promise<boolean> {
  const home = guild_id === null || roles.length === 0 ? undefined : await work.view(guild_id)
  const present = home ? roles.filter((role) => home.roles.has(role)) : []
  if (!home || present.length === 0) return true
  const member = await memberInGuild(work, home, caller.userId)
  return member?.roles.some((role) => present.includes(role)) ?? false
}

/**
 * Adds the caller's reaction. ADD_REACTIONS is needed only for an emoji that no one has used on the message yet.
 *
 * @throws REACTION_BLOCKED (90001) if the author of the message blocks the caller
 */
export async function react(
  work: Work,
  caller: Caller,
  access: ChannelAccess,
  message: StoredMessage,
  emojiName: string,
): Promise<void> {
  let emoji = parseEmoji(emojiName, access.view)
  if (await hasBlocked(work, message.author_id, caller.userId)) throw new ApiError('REACTION_BLOCKED')
  const keys = await listReactionKeys(work, message.id)
  if (!keys.includes(emoji.key)) {
    demand(needs(access.permissions, Permission.ADD_REACTIONS))
    emoji = await usableEmoji(work, caller, access, emojiName)
    if (keys.length >= REACTIONS_MAX) throw new ApiError('TOO_MANY_REACTIONS')
  }
  const member = access.member ? { member: access.member, user: caller.user } : undefined
  await createReaction(work, access, message, { emoji, userId: caller.userId, member })
}

/** Removes one user's reaction, the reactions of one emoji, or all. Emits nothing when there were none. */
export async function unreact(
  work: Work,
  location: ChannelLocation,
  message: StoredMessage,
  selection: { emojiName?: string; userId?: Snowflake },
): Promise<void> {
  const emoji = selection.emojiName === undefined ? null : parseEmoji(selection.emojiName, location.view)
  await removeReactions(work, location, message, { emoji, userId: selection.userId })
}
