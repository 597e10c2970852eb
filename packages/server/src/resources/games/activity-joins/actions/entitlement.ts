import { ApiError, MessageActivityType, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { ActivitySecrets } from '../../../../kernel/model.ts'
import type { ActivityKey } from '../../../../kernel/players.ts'
import type { Work } from '../../../../kernel/work.ts'
import { canAsk, seesActivity } from '../../../messaging/message-activities/index.ts'
import { findInvite } from '../../game-messages/index.ts'
import { isValidInvite } from '../rules.ts'

/** Message by which a user asks for a secret. */
export interface InviteKey {
  readonly channel_id?: Snowflake | undefined
  readonly message_id?: Snowflake | undefined
}

/**
 * Returns what presences withhold of an activity, for an application that may ask about it.
 *
 * @throws UNKNOWN_SESSION (10020) also for activities of other games and of users who are blocked
 */
export async function secretsForCaller(work: Work, caller: Caller, key: ActivityKey): Promise<ActivitySecrets> {
  const secrets = await work.players.activitySecrets(work, key)
  if (!secrets || !(await canAsk(work, caller, key))) throw new ApiError('UNKNOWN_SESSION')
  return secrets
}

/** Returns whether a user may join or spectate: their own session, by an invite, or in a public party that they see. */
export async function isEntitled(
  work: Work,
  caller: Caller,
  key: ActivityKey & ActivitySecrets & { readonly action: number },
  { channel_id, message_id }: InviteKey,
): Promise<boolean> {
  if (caller.userId === key.userId) return true
  if (key.party_public && key.action === MessageActivityType.JOIN && (await seesActivity(work, caller, key)))
    return true
  if (channel_id === undefined || message_id === undefined) return false
  const invite = await findInvite(work, caller, { channelId: channel_id, messageId: message_id })
  return invite !== undefined && isValidInvite(invite, key, work.now)
}
