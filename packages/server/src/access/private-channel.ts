import type { Snowflake } from '@guildhall/protocol'
import type { Channel } from '../kernel/model.ts'
import type { Work } from '../kernel/work.ts'
import { findDm } from '../resources/guild/channels/dm-store.ts'
import { findChannel } from '../resources/guild/channels/store.ts'

/**
 * Returns a DM or group DM. A unit of work that writes holds it until the commit, as `work.view` holds a guild: what it
 * reads of the channel afterwards is true, and the ids that it makes are above those of the messages.
 */
export async function heldPrivateChannel(work: Work, channelId: Snowflake): Promise<Channel | undefined> {
  if (!work.writing) return findChannel(work, channelId)
  const channel = await holdingPrivateChannel(work, channelId, () => findChannel(work, channelId))
  if (channel?.last_message_id != null) work.makeIdsAbove(channel.last_message_id)
  return channel
}

/** Returns the DM of two users, as `heldPrivateChannel` does. */
export async function heldDm(work: Work, one: Snowflake, other: Snowflake): Promise<Channel | undefined> {
  const dm = await findDm(work, one, other)
  return dm && heldPrivateChannel(work, dm.id)
}

/** Holds a DM or group DM until the commit, and runs `next`, which begins with a statement. */
export function holdingPrivateChannel<T>(work: Work, channelId: Snowflake, next: () => Promise<T>): Promise<T> {
  return work.lock(`channel.${channelId}`, next)
}
