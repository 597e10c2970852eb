import { type Instant, type Snowflake, snowflakeTime } from '@guildhall/protocol'
import type { Work } from '../../../../kernel/work.ts'
import { findLastMessageId } from '../../../messaging/messages/store.ts'

/** Returns the time of a user's last message in a channel, for slowmode. */
export async function lastMessageAt(work: Work, channelId: Snowflake, userId: Snowflake): Promise<Instant | null> {
  const id = await findLastMessageId(work, channelId, userId)
  return id === undefined ? null : snowflakeTime(id)
}
