import { ApiError, ChannelType, type Snowflake } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Channel } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findChannel } from '../../../guild/channels/index.ts'
import { isBlockedBetween } from '../../relationships/index.ts'

const PRIVATE_TYPES: readonly number[] = [ChannelType.DM, ChannelType.GROUP_DM]

/**
 * Returns the DM or group DM of a call for a caller who is a recipient.
 *
 * @throws UNKNOWN_CHANNEL (10003); MISSING_ACCESS (50001); CANNOT_EXECUTE_ON_CHANNEL_TYPE (50024) for other channels
 */
export async function callChannelForCaller(work: Work, caller: Caller, channelId: Snowflake): Promise<Channel> {
  const { channel } = await channelForCaller(work, caller, channelId)
  if (!PRIVATE_TYPES.includes(channel.type)) throw new ApiError('CANNOT_EXECUTE_ON_CHANNEL_TYPE')
  return channel
}

/** Returns whether a user may call the recipients of a channel: in a DM, neither of the two may block the other. */
export async function canCall(work: Work, channel: Channel, userId: Snowflake): Promise<boolean> {
  if (channel.type !== ChannelType.DM) return true
  const otherId = channel.recipient_ids.find((id) => id !== userId)
  return otherId === undefined || !(await isBlockedBetween(work, userId, otherId))
}

/** Returns the channel of a call that a user may join; undefined for others. */
export async function findCallChannel(
  work: Work,
  channelId: Snowflake,
  userId: Snowflake,
): Promise<Channel | undefined> {
  const channel = await findChannel(work, channelId)
  if (!channel || !PRIVATE_TYPES.includes(channel.type) || !channel.recipient_ids.includes(userId)) return undefined
  return (await canCall(work, channel, userId)) ? channel : undefined
}
