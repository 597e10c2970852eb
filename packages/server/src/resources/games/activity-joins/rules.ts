import type { Instant, Snowflake } from '@guildhall/protocol'
import { MessageActivityType, snowflakeTime } from '@guildhall/protocol'
import type { ActivitySecrets } from '../../../kernel/model.ts'
import type { ActivityKey } from '../../../kernel/players.ts'

/** Time for which an invite to an activity is valid. */
export const INVITE_LIFETIME_MS = 6 * 3_600_000

/** Fields of an invite that decide whether it is valid. */
export interface InviteFacts {
  readonly messageId: Snowflake
  readonly authorId: Snowflake
  readonly applicationId: Snowflake | null
  readonly activity: { readonly type: number; readonly party_id: string | null; readonly session_id: string | null }
}

/** Returns whether a message invites to this action on an activity, in the party that its user is in now. */
export function isValidInvite(
  { messageId, authorId, applicationId, activity }: InviteFacts,
  key: ActivityKey & Pick<ActivitySecrets, 'party_id'> & { readonly action: number },
  now: Instant,
): boolean {
  if (authorId !== key.userId || applicationId !== key.applicationId || activity.type !== key.action) return false
  if (activity.session_id !== null && activity.session_id !== key.sessionId) return false
  if (activity.party_id !== null && activity.party_id !== key.party_id) return false
  return now - snowflakeTime(messageId) <= INVITE_LIFETIME_MS
}

/** Returns whether a message about an activity lets its recipient follow the presence of its author. */
export function mayFollow(
  { messageId, authorId, applicationId, activity }: InviteFacts,
  wanted: { readonly userId: Snowflake; readonly applicationId: Snowflake; readonly partyId: string | null },
  now: Instant,
): boolean {
  if (authorId !== wanted.userId || applicationId !== wanted.applicationId) return false
  if (activity.type !== MessageActivityType.JOIN && activity.type !== MessageActivityType.JOIN_REQUEST) return false
  if (wanted.partyId !== null && activity.party_id !== null && activity.party_id !== wanted.partyId) return false
  return now - snowflakeTime(messageId) <= INVITE_LIFETIME_MS
}
