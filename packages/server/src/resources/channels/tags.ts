import { ApiError, ChannelFlag, has, invalidForm, Permission, type Snowflake } from '@guildhall/protocol'
import type { Channel } from '../../kernel/model.ts'

/** The tags of a post are ones of its forum; moderated ones are set and taken by moderators. */
export function checkTags(
  forum: Channel,
  tags: readonly Snowflake[],
  permissions: bigint,
  before: readonly Snowflake[] = [],
): void {
  const moderator = has(permissions, Permission.MANAGE_THREADS)
  const open = forum.available_tags.filter((tag) => moderator || !tag.moderated)
  if ((forum.flags & ChannelFlag.REQUIRE_TAG) !== 0 && tags.length === 0)
    throw new ApiError(open.length === 0 ? 'NO_TAGS_FOR_NON_MODERATORS' : 'TAG_REQUIRED')
  for (const [index, id] of tags.entries()) {
    const tag = forum.available_tags.find((entry) => entry.id === id)
    if (!tag) throw invalidForm(['applied_tags', index], 'INVALID_FORUM_TAG', 'Unknown tag')
    if (tag.moderated && !moderator && !before.includes(id)) throw new ApiError('MISSING_PERMISSIONS')
  }
  const lost = before.filter((id) => !tags.includes(id))
  const moderated = forum.available_tags.some((tag) => tag.moderated && lost.includes(tag.id))
  if (moderated && !moderator) throw new ApiError('MISSING_PERMISSIONS')
}
