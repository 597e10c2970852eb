import {
  allow,
  ChannelFlag,
  ChannelType,
  has,
  namesOf,
  Permission,
  refuse,
  type Snowflake,
  type Verdict,
} from '@guildhall/protocol'
import type { Channel } from '../../../kernel/model.ts'
import { isForum } from '../../guild/channels/model.ts'

const TEXT: readonly number[] = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]

/** Returns the type of public threads and posts in channels of a type. */
export function publicThreadType(parentType: number): number {
  return parentType === ChannelType.GUILD_ANNOUNCEMENT ? ChannelType.ANNOUNCEMENT_THREAD : ChannelType.PUBLIC_THREAD
}

/**
 * Whether a member may start a thread of a type in a channel of another type. Only text channels have private threads.
 * A forum post needs SEND_MESSAGES only, and cannot start from a message.
 */
export function mayStartThread(
  permissions: bigint,
  wanted: { parentType: number; type: number; ofMessage: boolean },
): Verdict {
  const { parentType, type, ofMessage } = wanted
  const forum = isForum(parentType)
  const isPrivate = type === ChannelType.PRIVATE_THREAD
  if (forum ? ofMessage : !TEXT.includes(parentType))
    return refuse('CANNOT_EXECUTE_ON_CHANNEL_TYPE', `channels of type ${parentType} have no such threads`)
  const fits = isPrivate ? parentType === ChannelType.GUILD_TEXT : type === publicThreadType(parentType)
  if (!fits)
    return refuse('CANNOT_EXECUTE_ON_CHANNEL_TYPE', `channels of type ${parentType} have no threads of type ${type}`)
  const needed = forum
    ? Permission.SEND_MESSAGES
    : isPrivate
      ? Permission.CREATE_PRIVATE_THREADS
      : Permission.CREATE_PUBLIC_THREADS
  return has(permissions, needed) ? allow : refuse('MISSING_PERMISSIONS', `needs ${namesOf(needed)}`)
}

/**
 * Whether a member may add another to a thread. They need SEND_MESSAGES and, in a thread that is not invitable, to be
 * its owner or a moderator. The added member must be able to view the parent channel.
 */
export function mayAddMember(
  actor: { permissions: bigint; owner: boolean },
  thread: { archived: boolean; invitable: boolean | null },
  target: { viewsParent: boolean },
): Verdict {
  if (thread.archived) return refuse('THREAD_ARCHIVED', 'the thread is archived')
  if (!has(actor.permissions, Permission.SEND_MESSAGES)) return refuse('MISSING_PERMISSIONS', 'needs SEND_MESSAGES')
  if (!canInvite(actor, thread.invitable)) return refuse('MISSING_PERMISSIONS', 'needs MANAGE_THREADS')
  return target.viewsParent ? allow : refuse('MISSING_ACCESS', 'the other member cannot view the channel')
}

/** Whether a member may remove others from a thread: moderators, and the owner of a private thread. */
export function mayRemoveMember(
  actor: { permissions: bigint; owner: boolean },
  thread: { archived: boolean; type: number },
): Verdict {
  if (thread.archived) return refuse('THREAD_ARCHIVED', 'the thread is archived')
  const isHost = actor.owner && thread.type === ChannelType.PRIVATE_THREAD
  return isHost || has(actor.permissions, Permission.MANAGE_THREADS)
    ? allow
    : refuse('MISSING_PERMISSIONS', 'needs MANAGE_THREADS')
}

/** Fields of an update that decide whether it is allowed. */
export interface ThreadEdit {
  readonly archived: boolean | undefined
  readonly locked: boolean | undefined
  readonly rate_limit_per_user: number | undefined
  readonly flags: number | undefined
  /** Whether any other field changes: name, tags, duration, invitable. */
  readonly other: boolean
}

/**
 * Whether a member may update a thread. Members with SEND_MESSAGES may unarchive it; its owner may also archive and
 * rename it. Slowmode, pins, the lock and every change of a locked thread need MANAGE_THREADS. An archived thread must
 * be unarchived by the same request.
 */
export function mayEditThread(
  actor: { permissions: bigint; owner: boolean },
  thread: { archived: boolean; locked: boolean },
  edit: ThreadEdit,
): Verdict {
  if (thread.archived && edit.archived !== false)
    return refuse('THREAD_ARCHIVED', 'the request does not unarchive the thread')
  if (has(actor.permissions, Permission.MANAGE_THREADS)) return allow
  const moderates = edit.rate_limit_per_user !== undefined || edit.flags !== undefined
  if (thread.locked || edit.locked === true || moderates) return refuse('MISSING_PERMISSIONS', 'needs MANAGE_THREADS')
  if (actor.owner) return allow
  const unarchives = edit.archived === false && !edit.other
  if (unarchives && has(actor.permissions, Permission.SEND_MESSAGES)) return allow
  return refuse('MISSING_PERMISSIONS', 'not the owner of the thread')
}

/**
 * Returns whether a member of a thread may add others: in one that is not invitable only its owner and moderators may.
 */
export function canInvite(actor: { permissions: bigint; owner: boolean }, invitable: boolean | null): boolean {
  return invitable !== false || actor.owner || has(actor.permissions, Permission.MANAGE_THREADS)
}

/** Refusal of the tags of a post. `unknownAt` is the index of a tag that the forum does not have. */
export type TagsVerdict = Verdict | { readonly ok: false; readonly unknownAt: number }

/** Whether a post may have some tags: they belong to the forum, and only moderators add and remove moderated ones. */
export function mayApplyTags(
  forum: Pick<Channel, 'available_tags' | 'flags'>,
  tags: readonly Snowflake[],
  permissions: bigint,
  before: readonly Snowflake[] = [],
): TagsVerdict {
  const moderator = has(permissions, Permission.MANAGE_THREADS)
  const settable = forum.available_tags.filter((tag) => moderator || !tag.moderated)
  const moderated = refuse('MISSING_PERMISSIONS', 'only moderators add and remove moderated tags')
  if ((forum.flags & ChannelFlag.REQUIRE_TAG) !== 0 && tags.length === 0)
    return refuse(settable.length === 0 ? 'NO_TAGS_FOR_NON_MODERATORS' : 'TAG_REQUIRED', 'the forum requires a tag')
  for (const [index, id] of tags.entries()) {
    const tag = forum.available_tags.find((entry) => entry.id === id)
    if (!tag) return { ok: false, unknownAt: index }
    if (tag.moderated && !moderator && !before.includes(id)) return moderated
  }
  const removed = before.filter((id) => !tags.includes(id))
  const removesModerated = forum.available_tags.some((tag) => tag.moderated && removed.includes(tag.id))
  return removesModerated && !moderator ? moderated : allow
}

/**
 * Whether a caller may do anything but delete messages in a channel: not in an archived thread, where "the only
 * operation that should happen" is deletion (developers/topics/threads). Channels without metadata are no threads.
 */
export function mayActIn(thread: { archived: boolean } | null): Verdict {
  return thread?.archived ? refuse('THREAD_ARCHIVED', 'the thread is archived') : allow
}

/**
 * Whether a caller may delete messages in a channel. In a thread that is both locked and archived only moderators may
 * (developers/topics/threads, "Locked Threads").
 */
export function mayDeleteIn(thread: { archived: boolean; locked: boolean } | null, permissions: bigint): Verdict {
  if (!thread?.archived || !thread.locked || has(permissions, Permission.MANAGE_THREADS)) return allow
  return refuse('THREAD_LOCKED', 'the thread is locked and archived')
}
