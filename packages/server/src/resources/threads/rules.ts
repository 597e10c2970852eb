import { allow, ChannelType, has, namesOf, Permission, refuse, type Verdict } from '@guildhall/protocol'
import { invites } from '../channels/index.ts'

const TEXT: readonly number[] = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]
const FORUMS: readonly number[] = [ChannelType.GUILD_FORUM, ChannelType.GUILD_MEDIA]

/** The type that a thread of a message, or of a forum's post, has in a channel. */
export function publicThreadType(parentType: number): number {
  return parentType === ChannelType.GUILD_ANNOUNCEMENT ? ChannelType.ANNOUNCEMENT_THREAD : ChannelType.PUBLIC_THREAD
}

/**
 * May a thread of this type be started in a channel of that? Private ones are for text channels. A post in a forum takes
 * SEND_MESSAGES alone, and is no thread of a message.
 */
export function mayStartThread(
  permissions: bigint,
  wanted: { parentType: number; type: number; ofMessage: boolean },
): Verdict {
  const { parentType, type, ofMessage } = wanted
  const forum = FORUMS.includes(parentType)
  const secret = type === ChannelType.PRIVATE_THREAD
  if (forum ? ofMessage : !TEXT.includes(parentType))
    return refuse('CANNOT_EXECUTE_ON_CHANNEL_TYPE', `no such threads in channels of type ${parentType}`)
  const fits = secret ? parentType === ChannelType.GUILD_TEXT : type === publicThreadType(parentType)
  if (!fits) return refuse('CANNOT_EXECUTE_ON_CHANNEL_TYPE', `no threads of type ${type} here`)
  const needed = forum
    ? Permission.SEND_MESSAGES
    : secret
      ? Permission.CREATE_PRIVATE_THREADS
      : Permission.CREATE_PUBLIC_THREADS
  return has(permissions, needed) ? allow : refuse('MISSING_PERMISSIONS', `needs ${namesOf(needed)}`)
}

/** Who writes in a thread adds others to it, where it is not its maker who alone invites; those must see the channel. */
export function mayAddMember(
  actor: { permissions: bigint; owner: boolean },
  thread: { archived: boolean; invitable: boolean | null },
  target: { seesParent: boolean },
): Verdict {
  if (thread.archived) return refuse('THREAD_ARCHIVED', 'closed')
  if (!has(actor.permissions, Permission.SEND_MESSAGES)) return refuse('MISSING_PERMISSIONS', 'cannot write there')
  if (!invites(actor, thread.invitable)) return refuse('MISSING_PERMISSIONS', 'needs MANAGE_THREADS')
  return target.seesParent ? allow : refuse('MISSING_ACCESS', 'the other does not see the channel')
}

/** Moderators put others out of a thread, the maker of a private one out of that. */
export function mayRemoveMember(
  actor: { permissions: bigint; owner: boolean },
  thread: { archived: boolean; type: number },
): Verdict {
  if (thread.archived) return refuse('THREAD_ARCHIVED', 'closed')
  const host = actor.owner && thread.type === ChannelType.PRIVATE_THREAD
  return host || has(actor.permissions, Permission.MANAGE_THREADS)
    ? allow
    : refuse('MISSING_PERMISSIONS', 'needs MANAGE_THREADS')
}
