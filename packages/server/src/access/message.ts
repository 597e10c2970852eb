import { Permission, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../kernel/caller.ts'
import type { Work } from '../kernel/work.ts'
import type { StoredMessage } from '../resources/messaging/messages/model.ts'
import { getMessage } from '../resources/messaging/messages/store.ts'
import { type ChannelAccess, channelForCaller } from './channel.ts'

/**
 * Returns a message, with its channel as the caller may use it.
 *
 * @throws UNKNOWN_MESSAGE (10008) for a message that is not in the channel; the errors of `channelForCaller`
 */
export async function messageForCaller(
  work: Work,
  caller: Caller,
  params: { channel_id: Snowflake; message_id: Snowflake },
  permission: bigint = Permission.VIEW_CHANNEL,
): Promise<ChannelAccess & { message: StoredMessage }> {
  const access = await channelForCaller(work, caller, params.channel_id, permission)
  return { ...access, message: await getMessage(work, access.channel.id, params.message_id) }
}
