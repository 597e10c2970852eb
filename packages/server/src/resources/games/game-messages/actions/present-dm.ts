import { ChannelType, type GameDirectMessageObject } from '@guildhall/protocol'
import type { AttachmentSigner } from '../../../../kernel/attachment-urls.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import {
  type HydratedMessage,
  presentMessageForCaller,
  presentMessageForGame,
} from '../../../messaging/messages/index.ts'

/** Returns a DM of the platform for the caller: with the fields of games for a game. */
export function presentForGame(
  caller: Caller,
  hydrated: HydratedMessage,
  urls: AttachmentSigner,
): GameDirectMessageObject {
  if (!caller.application) return presentMessageForCaller(caller, hydrated, urls)
  const reader = { applicationId: caller.application.id, channelType: ChannelType.DM }
  return presentMessageForGame(hydrated, reader, urls)
}
