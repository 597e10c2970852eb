import { ApiError, ChannelType } from '@guildhall/protocol'
import type { GuildView } from '../../../../kernel/guild-view.ts'
import type { Channel } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { channelDeleting } from '../consequences.ts'
import { deleteChannel, saveChannel } from './save.ts'

/**
 * Deletes a guild channel with its threads and messages. Channels of a category remain, without a parent. Settings of
 * the guild that name the channel are cleared, and its scheduled events end.
 *
 * @throws CHANNEL_REQUIRED_FOR_COMMUNITY (50074)
 */
export async function deleteGuildChannel(work: Work, view: GuildView, channel: Channel): Promise<void> {
  const { features, rules_channel_id, public_updates_channel_id } = view.guild
  const required = [rules_channel_id, public_updates_channel_id].includes(channel.id)
  if (required && features.includes('COMMUNITY')) throw new ApiError('CHANNEL_REQUIRED_FOR_COMMUNITY')
  const category = channel.type === ChannelType.GUILD_CATEGORY
  const inside = category ? [...view.channels.values()].filter((child) => child.parent_id === channel.id) : []
  for (const child of inside) await saveChannel(work, child, { ...child, parent_id: null })
  await work.follow(channelDeleting, { view, channel })
  await deleteChannel(work, channel, inside)
}
