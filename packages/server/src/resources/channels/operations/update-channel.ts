import { ApiError, Channel, ChannelType, has, Permission } from '@guildhall/protocol'
import { guildTopic } from '../../../kernel/event.ts'
import { operation } from '../../../kernel/operation.ts'
import { SnowflakeId, Type } from '../../../kernel/schema.ts'
import type { Work } from '../../../kernel/work.ts'
import { type VisibleChannel, visibleChannel } from '../access.ts'
import { ChannelBody, type ChannelRequest, withFields } from '../fields.ts'
import { checkOverwrites, checkParent, saveChannel } from '../manage.ts'
import { presentChannel } from '../present.ts'
import * as store from '../store.ts'
import { threadUpdate } from '../thread-events.ts'

/** Modify Channel: guild channels and threads. [PRM-20] [CH-13] */
export const updateChannel = operation({
  id: 'update_channel',
  method: 'PATCH',
  path: '/channels/:channel_id',
  callers: ['bot', 'person'],
  params: Type.Object({ channel_id: SnowflakeId }),
  body: ChannelBody,
  answers: { 200: Channel },
  limit: { limit: 10, windowMs: 15_000 },

  async run({ caller, params, body, work }) {
    const place = await visibleChannel(work, caller, params.channel_id)
    const { channel, view, permissions } = place
    if (!view) throw new ApiError('CANNOT_EXECUTE_ON_DM')
    if (channel.thread_metadata) return presentChannel(await changeThread(work, place, body, caller.userId))
    if (!has(permissions, Permission.MANAGE_CHANNELS)) throw new ApiError('MISSING_PERMISSIONS')
    if (body.parent_id !== undefined && body.parent_id !== channel.parent_id)
      checkParent(view, body.parent_id, channel.id)
    const changed = withFields(channel, body, () => work.nextId())
    if (body.type != null && body.type !== channel.type) changed.type = converted(channel.type, body.type)
    if (body.permission_overwrites)
      checkOverwrites(permissions, channel.permission_overwrites, changed.permission_overwrites)
    await saveChannel(work, channel, changed)
    return presentChannel(changed)
  },
})

/** Text and announcement channels turn into each other, nothing else does. */
function converted(from: number, to: number): number {
  const pair: readonly number[] = [ChannelType.GUILD_TEXT, ChannelType.GUILD_ANNOUNCEMENT]
  if (!pair.includes(from) || !pair.includes(to)) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  return to
}

/** A thread's own fields: its maker renames and closes it, all else and locked ones take MANAGE_THREADS. */
async function changeThread(work: Work, place: VisibleChannel, body: ChannelRequest, callerId: bigint) {
  const { channel, permissions } = place
  const metadata = channel.thread_metadata
  if (!metadata || channel.guild_id === null) throw new ApiError('UNKNOWN_CHANNEL')
  const manages = has(permissions, Permission.MANAGE_THREADS)
  const reopens = body.archived === false && Object.keys(body).every((key) => key === 'archived' || key === 'locked')
  if (!manages && (metadata.locked || body.locked != null || body.rate_limit_per_user != null))
    throw new ApiError('MISSING_PERMISSIONS')
  if (!manages && channel.owner_id !== callerId && !(reopens && has(permissions, Permission.SEND_MESSAGES)))
    throw new ApiError('MISSING_PERMISSIONS')
  if (metadata.archived && body.archived !== false) throw new ApiError('THREAD_ARCHIVED')
  const archived = body.archived ?? metadata.archived
  const changed = withFields(
    channel,
    { ...body, parent_id: undefined, position: undefined, permission_overwrites: undefined },
    () => work.nextId(),
  )
  changed.thread_metadata = {
    ...metadata,
    archived,
    archive_timestamp: archived === metadata.archived ? metadata.archive_timestamp : work.now,
    locked: body.locked ?? metadata.locked,
    auto_archive_duration: body.auto_archive_duration ?? metadata.auto_archive_duration,
    invitable: metadata.invitable === null ? null : (body.invitable ?? metadata.invitable),
  }
  await store.update(work, changed)
  work.emit(threadUpdate, guildTopic(channel.guild_id), changed)
  return changed
}
