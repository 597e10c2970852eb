import {
  ApiError,
  ChannelFlag,
  ChannelObject,
  ChannelType,
  demand,
  has,
  lacking,
  MessageType,
  Permission,
} from '@guildhall/protocol'
import { type ChannelAccess, channelForCaller } from '../../../access/channel.ts'
import type { Caller } from '../../../kernel/caller.ts'
import type { GuildView } from '../../../kernel/guild-view.ts'
import type { Channel } from '../../../kernel/model.ts'
import { operation } from '../../../kernel/operation.ts'
import type { Platform } from '../../../kernel/platform.ts'
import type { Work } from '../../../kernel/work.ts'
import { SnowflakeId, Type } from '../../../validation/schema.ts'
import { checkTitle } from '../../auto-moderation/index.ts'
import { storeImage } from '../../files/index.ts'
import { editGroupDm } from '../../group-dms/index.ts'
import { postMessage } from '../../messages/index.ts'
import { checkTags, editThread, mayEditThread } from '../../threads/index.ts'
import { demandMayOverwrite, overwriteActor, syncOverwrites } from '../actions/overwrites.ts'
import { saveChannel } from '../actions/save.ts'
import { isForum } from '../model.ts'
import { presentChannel, presentDm } from '../present.ts'
import { applyChannelRequest, ChannelBody, type ChannelRequest, checkChannelRequest, checkParent } from '../requests.ts'
import { mayConvert } from '../rules.ts'

/** Modify Channel: guild channels, threads and group DMs. [PRM-20] [CH-13] */
export const updateChannel = operation({
  id: 'update_channel',
  method: 'PATCH',
  path: '/channels/:channel_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: ChannelBody,
  responses: { 200: ChannelObject },
  limit: { limit: 10, windowMs: 15_000 },

  async run({ caller, params, body, work, platform }) {
    const access = await channelForCaller(work, caller, params.channel_id)
    const { channel, view } = access
    if (!view) return updateGroupDm(work, platform, caller, channel, body)
    if (!channel.thread_metadata) return presentChannel(await updateGuildChannel(work, view, access, body))
    if (body.name != null && body.name !== channel.name) await checkTitle(work, access, caller.user, body.name)
    const changed = await updateThread(work, view, access, body)
    if (changed.name !== channel.name) {
      const type = MessageType.CHANNEL_NAME_CHANGE
      const content = changed.name ?? ''
      await postMessage(work, { channel: changed, view }, { author: caller.user, type, content })
    }
    return presentChannel(changed)
  },
})

/** Updates the name and icon of a group DM, which every recipient may change. */
async function updateGroupDm(
  work: Work,
  platform: Platform,
  caller: Caller,
  channel: Channel,
  body: ChannelRequest,
): Promise<ChannelObject> {
  if (channel.type !== ChannelType.GROUP_DM) throw new ApiError('CANNOT_EXECUTE_ON_DM')
  const location = { folder: `channel-icons/${channel.id}`, before: channel.icon }
  const icon = body.icon === undefined ? channel.icon : await storeImage(work, platform, location, body.icon)
  const edited = await editGroupDm(work, caller.user, channel, { name: body.name ?? channel.name, icon })
  return presentDm(edited.channel, caller.userId, edited.recipients)
}

async function updateGuildChannel(
  work: Work,
  view: GuildView,
  { channel, member, permissions }: ChannelAccess,
  body: ChannelRequest,
): Promise<Channel> {
  if (!has(permissions, Permission.MANAGE_CHANNELS)) throw lacking(Permission.MANAGE_CHANNELS)
  checkChannelRequest(body, channel.type, view.guild)
  if (body.parent_id !== undefined && body.parent_id !== channel.parent_id) checkParent(view, body.parent_id, channel)
  const changed = applyChannelRequest(channel, body, () => work.nextId())
  if (body.type != null && body.type !== channel.type) {
    demand(mayConvert(channel.type, body.type, view.guild.features))
    changed.type = body.type
  }
  if (body.permission_overwrites && member) {
    const actor = overwriteActor(view, channel, member, permissions, work.now)
    demandMayOverwrite(actor, channel.permission_overwrites, changed.permission_overwrites)
  }
  await saveChannel(work, channel, changed)
  await syncOverwrites(work, view, channel, changed)
  return changed
}

async function updateThread(
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
    ...(inForum && applied_tags ? { applied_tags } : {}),
  })
}

/** Returns whether another post of the forum is pinned. A forum has at most one pinned post. */
function hasOtherPin(view: GuildView, parent: Channel, thread: Channel): boolean {
  return view.threadsOf(parent.id).some(({ id, flags }) => id !== thread.id && (flags & ChannelFlag.PINNED) !== 0)
}
