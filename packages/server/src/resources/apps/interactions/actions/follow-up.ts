import { ApiError, CallbackType, FOLLOWUPS_MAX, IntegrationType, MessageFlag } from '@guildhall/protocol'
import type { Static } from '../../../../validation/schema.ts'
import type { HydratedMessage, MessageRequest, StoredMessage } from '../../../messaging/messages/index.ts'
import type { InteractionResponder } from './responder.ts'
import { createFollowup, editResponse, findResponderMessage } from './response-message.ts'
import { countFollowUp } from './save.ts'

/**
 * Creates a follow-up message. After a deferred response the first one completes the response instead, as older
 * applications expect. An application that only its user has installed can send five outside its DM.
 * @throws TOO_MANY_FOLLOWUPS
 */
export async function followUp(
  responder: InteractionResponder,
  body: Static<typeof MessageRequest>,
): Promise<HydratedMessage> {
  const { work, interaction } = responder
  const deferred = await findDeferredResponse(responder)
  if (deferred) return editResponse(responder, deferred, body)
  const isLimited = interaction.owners[IntegrationType.GUILD_INSTALL] === undefined
  if (isLimited && interaction.followups >= FOLLOWUPS_MAX) throw new ApiError('TOO_MANY_FOLLOWUPS')
  await countFollowUp(work, interaction)
  return createFollowup(responder, body)
}

/** Returns the message of a deferred response that is not completed yet. */
async function findDeferredResponse(responder: InteractionResponder): Promise<StoredMessage | null> {
  const { callback_type, response_message_id } = responder.interaction
  if (callback_type !== CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE || response_message_id === null) return null
  const message = await findResponderMessage(responder, response_message_id)
  return message && (message.flags & MessageFlag.LOADING) !== 0 ? message : null
}
