import type { Snowflake } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { MessageAck } from '../events.ts'
import * as store from '../store.ts'
import { countMentions } from './list.ts'

/** Request of a person to mark a channel as read. */
export interface AckRequested {
  readonly channelId: Snowflake
  readonly messageId: Snowflake
  /** Whether the person marks the messages after this one as unread. */
  readonly manual: boolean
}

/**
 * Returns the change that a request makes, or null if it makes none. A message older than the last read one changes
 * nothing, unless the person marks messages as unread. A message newer than the channel's last one counts as that one,
 * so that no later message is read in advance. It only reads: reading a channel must not lock its guild.
 */
export async function planAck(
  work: Work,
  caller: Caller,
  { channelId, messageId, manual }: AckRequested,
): Promise<MessageAck | null> {
  const { userId } = caller
  const { channel } = await channelForCaller(work, caller, channelId)
  const newest = channel.last_message_id
  if (newest === null) return null
  const lastRead = messageId < newest ? messageId : newest
  const before = (await store.findReadState(work, userId, channelId))?.last_message_id ?? 0n
  if (manual ? lastRead === before : lastRead <= before) return null
  const mentionCount = lastRead === newest ? 0 : await countMentions(work, userId, channel, lastRead)
  return { userId, channelId, messageId: lastRead, mentionCount, manual, at: work.now }
}
