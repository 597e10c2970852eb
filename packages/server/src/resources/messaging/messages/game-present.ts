import type { MessageEventObject, Snowflake } from '@guildhall/protocol'
import type { AttachmentSigner } from '../../../kernel/attachment-urls.ts'
import type { HydratedMessage, StoredMessage } from './model.ts'
import { presentMessageEvent } from './present.ts'

const NONE: ReadonlySet<object> = new Set()

/** A game that receives a direct message, and the type of the message's channel. */
export interface GameReader {
  readonly applicationId: Snowflake | null
  readonly channelType: number
}

/** Returns whether a game sent the message, so that it reads what its own server wrote about it. [LOB-4] */
export function isOfGame({ application_id }: StoredMessage, applicationId: Snowflake | null): boolean {
  return application_id !== null && application_id === applicationId
}

/** Returns a direct message for a game. */
export function presentMessageForGame(
  hydrated: HydratedMessage,
  { applicationId, channelType }: GameReader,
  urls: AttachmentSigner,
): MessageEventObject {
  const { message } = hydrated
  const { metadata, moderation_metadata } = message
  const object: MessageEventObject = { ...presentMessageEvent(hydrated, NONE, urls), channel_type: channelType }
  if (metadata.length > 0) object.metadata = Object.fromEntries(metadata)
  if (moderation_metadata.length > 0 && isOfGame(message, applicationId))
    object.moderation_metadata = Object.fromEntries(moderation_metadata)
  return object
}
