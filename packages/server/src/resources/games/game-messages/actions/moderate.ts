import { ApiError, MessageFlag, type Snowflake } from '@guildhall/protocol'
import { heldDm } from '../../../../access/private-channel.ts'
import type { Work } from '../../../../kernel/work.ts'
import { findMessage, saveModerationMetadata } from '../../../messaging/messages/index.ts'
import type { Pairs, StoredGameMessage } from '../model.ts'
import { findGameDm, findGameMessage } from '../store.ts'
import { saveChanged } from './save-dm.ts'

/** Returns a message with other moderation metadata; without pairs it has none. */
export function withModeration(message: StoredGameMessage, pairs: Pairs): StoredGameMessage {
  return { ...message, moderation_metadata: Object.keys(pairs).length === 0 ? null : pairs }
}

/**
 * Replaces the moderation metadata of a direct message that an application's game sent. [END-65]
 *
 * @throws UNKNOWN_MESSAGE (10008), also for a message of another application or of no game
 */
export async function moderateDirectMessage(
  work: Work,
  applicationId: Snowflake,
  { users, messageId }: { users: readonly [Snowflake, Snowflake]; messageId: Snowflake },
  pairs: Pairs,
): Promise<void> {
  const dm = await findGameDm(work, applicationId, ...users)
  const inGame = dm && (await findGameMessage(work, dm.id, messageId))
  if (dm && inGame) {
    await saveChanged(work, dm, withModeration(inGame, pairs))
    return
  }
  const channel = await heldDm(work, ...users)
  const message = channel && (await findMessage(work, channel.id, messageId))
  const sentByGame = ((message?.flags ?? 0) & MessageFlag.SENT_BY_SOCIAL_LAYER_INTEGRATION) !== 0
  if (!channel || !sentByGame || message?.application_id !== applicationId) throw new ApiError('UNKNOWN_MESSAGE')
  await saveModerationMetadata(work, { channel, view: null }, message, Object.entries(pairs))
}
