import type { Snowflake } from '@guildhall/protocol'
import { heldPrivateChannel } from '../../../../access/private-channel.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findChannel } from '../../../guild/channels/index.ts'
import type { ChannelLocation } from '../model.ts'

/**
 * Returns a channel with its guild for a job or an operator, who need no access; null for one that is gone. Its guild,
 * or the DM itself, is held until the commit.
 */
export async function heldLocationOf(work: Work, channelId: Snowflake): Promise<ChannelLocation | null> {
  const stored = await findChannel(work, channelId)
  if (!stored) return null
  const view = stored.guild_id === null ? null : await work.view(stored.guild_id)
  const channel = view
    ? (view.channels.get(channelId) ?? (await findChannel(work, channelId)))
    : await heldPrivateChannel(work, channelId)
  return channel ? { channel, view } : null
}
