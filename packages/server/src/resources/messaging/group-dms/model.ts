import type { Snowflake } from '@guildhall/protocol'
import type { Channel } from '../../../kernel/model.ts'

/** Returns a group DM without one of its recipients. The next one owns it after the owner leaves. */
export function withoutRecipient(channel: Channel, userId: Snowflake): Channel {
  const recipient_ids = channel.recipient_ids.filter((id) => id !== userId)
  const { [userId.toString()]: _, ...nicks } = channel.nicks
  const owner_id = channel.owner_id === userId ? (recipient_ids[0] ?? null) : channel.owner_id
  return { ...channel, recipient_ids, owner_id, nicks }
}
