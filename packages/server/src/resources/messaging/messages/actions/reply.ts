import { ApiError, FORWARDABLE_MESSAGE_TYPES, has, invalidForm, Permission } from '@guildhall/protocol'
import type { ChannelAccess } from '../../../../access/channel.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { HydratedMessage } from '../model.ts'
import type { MessageRequest } from '../requests.ts'
import { findMessage } from '../store.ts'
import { hydrateMessages } from './hydrate.ts'

/** Returns the fault of a `message_reference`. */
function badReference(code: string, message: string): ApiError {
  return invalidForm(['message_reference'], code, message)
}

/** Returns the fault of a `message_reference` to a message that does not exist. */
export function unknownReference(): ApiError {
  return badReference('REPLIES_UNKNOWN_MESSAGE', 'Unknown message')
}

/**
 * Returns the message that a request replies to, or undefined when it was deleted and `fail_if_not_exists` is false.
 *
 * @throws CANNOT_REPLY_WITHOUT_HISTORY (160002) without READ_MESSAGE_HISTORY; a form fault for other references
 */
export async function messageRepliedTo(
  work: Work,
  access: ChannelAccess,
  reference: NonNullable<MessageRequest['message_reference']>,
): Promise<HydratedMessage | undefined> {
  const { message_id, channel_id, fail_if_not_exists } = reference
  if (!has(access.permissions, Permission.READ_MESSAGE_HISTORY)) throw new ApiError('CANNOT_REPLY_WITHOUT_HISTORY')
  const message = message_id ? await findMessage(work, access.channel.id, message_id) : undefined
  if (channel_id != null && channel_id !== access.channel.id)
    throw badReference('REPLIES_CANNOT_REFERENCE_OTHER_CHANNEL', 'Cannot reply to a message in a different channel')
  if (message && !FORWARDABLE_MESSAGE_TYPES.has(message.type))
    throw badReference('REPLIES_CANNOT_REPLY_TO_SYSTEM_MESSAGE', 'Cannot reply to a system message')
  if (message) return (await hydrateMessages(work, [message], 0n))[0]
  if (fail_if_not_exists === false) return undefined
  throw unknownReference()
}
