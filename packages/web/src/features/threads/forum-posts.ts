import { compareIds } from '@guildhall/client/records'
import { ChannelFlag, type ChannelObject } from '@guildhall/protocol'

/** Orders of posts: by their newest message, or by age. */
export type PostOrder = 'activity' | 'creation'

/** Sort orders of a forum as the protocol numbers them. */
const CREATION = 1

/** Returns the order that a forum shows at first. */
export function orderOf({ default_sort_order }: Pick<ChannelObject, 'default_sort_order'>): PostOrder {
  return default_sort_order === CREATION ? 'creation' : 'activity'
}

/**
 * Returns the posts of a forum that have one of the tags, or all of them without tags: pinned ones first, then in
 * order.
 */
export function arrangedPosts(
  posts: readonly ChannelObject[],
  {
    tags,
    all,
    order,
    newestOf,
  }: {
    tags: readonly string[]
    /** Whether a post needs all of the tags. */
    all: boolean
    order: PostOrder
    /** Returns the id of the newest message of a post. */
    newestOf: (post: ChannelObject) => string
  },
): ChannelObject[] {
  const fits = ({ applied_tags = [] }: ChannelObject) => {
    if (tags.length === 0) return true
    return all ? tags.every((tag) => applied_tags.includes(tag)) : tags.some((tag) => applied_tags.includes(tag))
  }
  const keyOf = (post: ChannelObject) => (order === 'creation' ? post.id : newestOf(post))
  return posts
    .filter(fits)
    .toSorted((one, other) => Number(isPinned(other)) - Number(isPinned(one)) || compareIds(keyOf(other), keyOf(one)))
}

/** Returns whether a post is kept at the top of its forum. */
export function isPinned({ flags }: Pick<ChannelObject, 'flags'>): boolean {
  return ((flags ?? 0) & ChannelFlag.PINNED) !== 0
}
