import { ApiError, Permission, type Snowflake } from '@guildhall/protocol'
import { channelForCaller } from '../../../../access/channel.ts'
import type { Caller } from '../../../../kernel/caller.ts'
import type { Work } from '../../../../kernel/work.ts'
import type { StoredMessage } from '../../../messaging/messages/model.ts'
import { findMessage } from '../../../messaging/messages/store.ts'
import { findGameDm, findGameMessage } from '../store.ts'

/** A message that invites to an activity, or asks to join one. */
export interface Invite {
  readonly messageId: Snowflake
  readonly authorId: Snowflake
  readonly applicationId: Snowflake | null
  readonly activity: NonNullable<StoredMessage['activity']>
}

/** Returns an invite that the caller may read; undefined for a hidden message and for one without an activity. */
export async function findInvite(
  work: Work,
  caller: Caller,
  { channelId, messageId }: { channelId: Snowflake; messageId: Snowflake },
): Promise<Invite | undefined> {
  const message =
    (await inGame(work, caller, channelId, messageId)) ?? (await visible(work, caller, channelId, messageId))
  if (!message?.activity) return undefined
  const { author_id, application_id, activity } = message
  return { messageId, authorId: author_id, applicationId: application_id, activity }
}

/** Returns a message of a DM that exists only in the caller's game. On the wire its channel has the other user's id. */
async function inGame(work: Work, { application, userId }: Caller, otherId: Snowflake, messageId: Snowflake) {
  const dm = application ? await findGameDm(work, application.id, userId, otherId) : undefined
  const message = dm && (await findGameMessage(work, dm.id, messageId))
  return message?.author_id === userId ? undefined : message
}

async function visible(work: Work, caller: Caller, channelId: Snowflake, messageId: Snowflake) {
  try {
    await channelForCaller(work, caller, channelId, Permission.READ_MESSAGE_HISTORY)
  } catch (error) {
    if (error instanceof ApiError) return undefined
    throw error
  }
  const message = await findMessage(work, channelId, messageId)
  return message && (message.only_for === null || message.only_for === caller.userId) ? message : undefined
}
