import { ApiError, Permission, type Snowflake } from '@guildhall/protocol'
import { type ChannelAccess, channelForCaller } from '../../access/channel.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Work } from '../../kernel/work.ts'

import type { Message } from './message.ts'
import * as store from './store.ts'

/** The message, or 10008. */
export async function getMessage(work: Work, channelId: Snowflake, id: Snowflake): Promise<Message> {
  const message = await store.find(work, channelId, id)
  if (!message) throw new ApiError('UNKNOWN_MESSAGE')
  return message
}

/** The channel with a permission in it, and a message of it. */
export async function messageWith(
  work: Work,
  caller: Caller,
  params: { channel_id: Snowflake; message_id: Snowflake },
  permission: bigint = Permission.VIEW_CHANNEL,
): Promise<ChannelAccess & { message: Message }> {
  const place = await channelForCaller(work, caller, params.channel_id, permission)
  return { ...place, message: await getMessage(work, place.channel.id, params.message_id) }
}
