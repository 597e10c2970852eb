import { ApiError, CallbackType, FOLLOWUPS_MAX, IntegrationType, MessageFlag } from '@guildhall/protocol'
import type { Static } from '../../validation/schema.ts'
import type { Message, MessageBody, ShownMessage } from '../messages/index.ts'
import { type Answering, answerWithMessage, editOwnMessage, sourceMessage } from './answer.ts'
import * as store from './store.ts'

/**
 * A follow-up. Directly after a deferred answer it fills that answer instead, as older applications expect. Where only
 * its user has installed it, in a guild or between people, an application may follow up five times; elsewhere as often as
 * it likes.
 */
export async function followUp(answering: Answering, body: Static<typeof MessageBody>): Promise<ShownMessage> {
  const { work, interaction } = answering
  const waiting = await deferredAnswer(answering)
  if (waiting) return editOwnMessage(answering, waiting, body)
  const limited = interaction.owners[IntegrationType.GUILD_INSTALL] === undefined
  if (limited && interaction.followups >= FOLLOWUPS_MAX) throw new ApiError('TOO_MANY_FOLLOWUPS')
  await store.update(work, { ...interaction, followups: interaction.followups + 1 })
  return answerWithMessage(answering, body, { followup: true })
}

/** The answer that still says that the application is thinking. */
async function deferredAnswer(answering: Answering): Promise<Message | null> {
  const { callback_type, response_message_id } = answering.interaction
  if (callback_type !== CallbackType.DEFERRED_CHANNEL_MESSAGE_WITH_SOURCE || response_message_id === null) return null
  const message = await sourceMessage(answering, response_message_id)
  return message && (message.flags & MessageFlag.LOADING) !== 0 ? message : null
}
