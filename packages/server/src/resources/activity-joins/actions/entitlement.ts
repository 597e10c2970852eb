import { ApiError, MessageActivityType, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../../kernel/caller.ts'
import type { ActivitySecrets } from '../../../kernel/model.ts'
import type { ActivityKey } from '../../../kernel/players.ts'
import type { Work } from '../../../kernel/work.ts'
import { findApplication } from '../../applications/index.ts'
import { findInvite } from '../../game-messages/index.ts'
import { listGuildIdsOfUser } from '../../members/index.ts'
import { areFriends, isBlockedBetween } from '../../relationships/index.ts'
import { isOfSamePublisher, isValidInvite } from '../rules.ts'

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
  const secrets = work.players.activitySecrets(key)
  if (!secrets || !(await mayAsk(work, caller, key))) throw new ApiError('UNKNOWN_SESSION')
  return secrets
}

/** Returns whether a caller may ask about an activity: by its game or as a person, and unless one blocked the other. */
export async function mayAsk(work: Work, { application, userId }: Caller, key: ActivityKey): Promise<boolean> {
  if (application && application.id !== key.applicationId) {
    const other = await findApplication(work, key.applicationId)
    if (!other || !isOfSamePublisher(application, other)) return false
  }
  return !(await isBlockedBetween(work, userId, key.userId))
}

/** Returns whether a user may join or spectate: their own session, by an invite, or in a public party that they see. */
export async function mayPerform(
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

/** Returns whether presences show the activity to the caller: a friend, or a member of a common guild. */
export async function seesActivity(work: Work, caller: Caller, key: ActivityKey): Promise<boolean> {
  const presence = work.players.presenceOf(key.userId)
  if (!presence?.activities.some(({ session_id }) => session_id === key.sessionId)) return false
  if (await areFriends(work, caller.userId, key.userId, key.applicationId)) return true
  const own = new Set(await listGuildIdsOfUser(work, caller.userId))
  return (await listGuildIdsOfUser(work, key.userId)).some((guildId) => own.has(guildId))
}
