import { ApiError, type Snowflake } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Channel } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findMessage, type StoredMessage } from '../../../messaging/messages/index.ts'
import type { GameDm, StoredGameMessage } from '../model.ts'
import { findGameMessage } from '../store.ts'
import { conversationWith } from './conversation.ts'

/** A player's own direct message. */
export type OwnMessage =
  | { readonly kind: 'platform'; readonly channel: Channel; readonly message: StoredMessage }
  | { readonly kind: 'game'; readonly dm: GameDm; readonly message: StoredGameMessage }

/**
 * Returns a direct message that the caller may edit and delete. A game changes only messages that it sent itself.
 *
 * @throws UNKNOWN_MESSAGE (10008); CANNOT_EDIT_MESSAGE_OF_OTHERS (50005)
 */
export async function ownMessage(
  work: Work,
  caller: Caller,
  { user_id, message_id }: { user_id: Snowflake; message_id: Snowflake },
): Promise<OwnMessage> {
  const conversation = await conversationWith(work, caller, user_id)
  const own =
    conversation.kind === 'game'
      ? conversation.dm && {
          kind: conversation.kind,
          dm: conversation.dm,
          message: await findGameMessage(work, conversation.dm.id, message_id),
        }
      : conversation.channel && {
          kind: conversation.kind,
          channel: conversation.channel,
          message: await findMessage(work, conversation.channel.id, message_id),
        }
  const message = own?.message
  const game = caller.application?.id
  if (!own || !message || (game !== undefined && message.application_id !== game)) throw new ApiError('UNKNOWN_MESSAGE')
  if (message.author_id !== caller.userId) throw new ApiError('CANNOT_EDIT_MESSAGE_OF_OTHERS')
  return { ...own, message } as OwnMessage
}

/** Returns the place of a DM of the platform, with what its recipient may do there. */
export function accessToDm(work: Work, caller: Caller, channel: Channel) {
  return channelForCaller(work, caller, channel.id)
}
