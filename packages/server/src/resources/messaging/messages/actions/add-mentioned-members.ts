import {
  has,
  MessageFlag,
  MessageType,
  Permission,
  type Snowflake,
  THREAD_ROLE_MENTION_MEMBERS_MAX,
} from '@guildhall/protocol'
import { memberChannelPermissions } from '../../../../access/channel.ts'
import { memberInGuild } from '../../../../access/member.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel, Member } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { listMembersById, listMembersWithRole } from '../../../guild/members/index.ts'
import { addThreadMembers, canInvite } from '../../threads/index.ts'
import type { StoredMessage } from '../model.ts'

/** Message types with an author who can invite. System messages name users without adding them. */
const AUTHORED: readonly number[] = [
  MessageType.DEFAULT,
  MessageType.REPLY,
  MessageType.CHAT_INPUT_COMMAND,
  MessageType.CONTEXT_MENU_COMMAND,
]

/**
 * Adds the members whom a message in a thread mentions, and those of mentioned roles with up to 100 members. Only
 * members who can view the parent channel are added. Returns the flags of the message:
 * FAILED_TO_MENTION_SOME_ROLES_IN_THREAD is set where a role has more members.
 */
export async function addMentionedMembers(
  work: Work,
  view: GuildView,
  thread: Channel,
  message: StoredMessage,
): Promise<number> {
  const flags = message.flags & ~MessageFlag.FAILED_TO_MENTION_SOME_ROLES_IN_THREAD
  const { mentions, mention_roles } = message
  if (!thread.thread_metadata || !AUTHORED.includes(message.type)) return message.flags
  if (mentions.length === 0 && mention_roles.length === 0) return flags
  if (!(await authorInvites(work, view, thread, message))) return flags
  const { mentioned, failed } = await mentionedMembers(work, view, message)
  const parent = thread.parent_id === null ? undefined : view.channels.get(thread.parent_id)
  const viewing = mentioned.filter(
    (member) => parent && has(memberChannelPermissions(view, parent, member, work.now), Permission.VIEW_CHANNEL),
  )
  await addThreadMembers(
    work,
    view,
    thread,
    viewing.map(({ user_id }) => user_id),
  )
  return failed ? flags | MessageFlag.FAILED_TO_MENTION_SOME_ROLES_IN_THREAD : flags
}

/**
 * Returns whether the author may invite to the thread. Webhooks are not members: they may where every thread member
 * may.
 */
async function authorInvites(
  work: Work,
  view: GuildView,
  thread: Channel,
  { author_id }: StoredMessage,
): Promise<boolean> {
  const author = await memberInGuild(work, view, author_id)
  // The caller is the author, unless an application edits what it sent by an interaction.
  const withheld = work.accessed?.member.user_id === author_id ? work.accessed.withheld : 0n
  const permissions = author ? memberChannelPermissions(view, thread, author, work.now) & ~withheld : 0n
  return canInvite({ permissions, owner: thread.owner_id === author_id }, thread.thread_metadata?.invitable ?? null)
}

async function mentionedMembers(
  work: Work,
  view: GuildView,
  { mentions, mention_roles }: StoredMessage,
): Promise<{ mentioned: Member[]; failed: boolean }> {
  const found = new Map<Snowflake, Member>(await listMembersById(work, view.id, mentions))
  let failed = false
  for (const roleId of mention_roles) {
    const members = await listMembersWithRole(work, view.id, roleId, THREAD_ROLE_MENTION_MEMBERS_MAX + 1)
    if (members.length > THREAD_ROLE_MENTION_MEMBERS_MAX) failed = true
    else for (const member of members) found.set(member.user_id, member)
  }
  return { mentioned: [...found.values()], failed }
}
