import { ApiError, ChannelFlag, demand, MessageType } from '@guildhall/protocol'
import type { ChannelAccess } from '../../../../access/channel.ts'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel, User } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { checkTitle } from '../../../guild/auto-moderation/index.ts'
import { systemMessageDue } from '../../../guild/channels/consequences.ts'
import { type ChannelRequest, isForum } from '../../../guild/channels/index.ts'
import { mayEditThread } from '../rules.ts'
import { checkTags } from './check-tags.ts'
import { editThread } from './edit.ts'

/**
 * Changes a thread as a request asks. A new name is checked by AutoMod, and a system message announces it.
 *
 * @throws ApiError MISSING_PERMISSIONS, INVALID_FORM_BODY, TITLE_BLOCKED_BY_AUTOMOD, TOO_MANY_PINNED_THREADS
 */
export async function updateThread(
  work: Work,
  view: GuildView,
  access: ChannelAccess,
  user: User,
  body: ChannelRequest,
): Promise<Channel> {
  const before = access.channel
  if (body.name != null && body.name !== before.name) await checkTitle(work, access, user, body.name)
  const channel = await applyRequest(work, view, access, body)
  if (channel.name === before.name) return channel
  const message = { author: user, type: MessageType.CHANNEL_NAME_CHANGE, content: channel.name ?? '' }
  await work.follow(systemMessageDue, { location: { channel, view }, message })
  return channel
}

async function applyRequest(
  work: Work,
  view: GuildView,
  { channel, member, permissions }: ChannelAccess,
  body: ChannelRequest,
): Promise<Channel> {
  const { archived, locked, rate_limit_per_user, flags, name, auto_archive_duration, invitable, applied_tags } = body
  const others = [name, auto_archive_duration, invitable, applied_tags]
  const edit = {
    archived: archived ?? undefined,
    locked: locked ?? undefined,
    rate_limit_per_user: rate_limit_per_user ?? undefined,
    flags: flags ?? undefined,
    other: others.some((field) => field != null),
  }
  const owner = channel.owner_id === member?.user_id
  demand(mayEditThread({ permissions, owner }, channel.thread_metadata ?? { archived: false, locked: false }, edit))
  const parent = channel.parent_id === null ? undefined : view.channels.get(channel.parent_id)
  const inForum = parent !== undefined && isForum(parent.type)
  if (applied_tags && inForum) checkTags(parent, applied_tags, permissions, channel.applied_tags)
  const pins = inForum && edit.flags !== undefined && (edit.flags & ChannelFlag.PINNED) !== 0
  if (pins && parent && hasOtherPin(view, parent, channel)) throw new ApiError('TOO_MANY_PINNED_THREADS')
  return editThread(work, channel, {
    archived: edit.archived,
    locked: edit.locked,
    auto_archive_duration: auto_archive_duration ?? undefined,
    invitable: invitable ?? undefined,
    ...(name === undefined ? {} : { name }),
    ...(edit.rate_limit_per_user === undefined ? {} : { rate_limit_per_user: edit.rate_limit_per_user }),
    ...(inForum && edit.flags !== undefined ? { flags: pins ? ChannelFlag.PINNED : 0 } : {}),
    ...(inForum && applied_tags ? { applied_tags: [...new Set(applied_tags)] } : {}),
  })
}

/** Returns whether another post of the forum is pinned. A forum has at most one pinned post. */
function hasOtherPin(view: GuildView, parent: Channel, thread: Channel): boolean {
  return view.threadsOf(parent.id).some(({ id, flags }) => id !== thread.id && (flags & ChannelFlag.PINNED) !== 0)
}
