import type { Instant, Snowflake } from '@guildhall/protocol'
import { MessageActivityType, snowflakeTime } from '@guildhall/protocol'
import type { ActivitySecrets, Application } from '../../kernel/model.ts'
import type { ActivityKey, JoinableActivity } from '../../kernel/players.ts'

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

/** Activity of a message as its sender names it. Absent fields are null. */
export interface NamedActivity {
  readonly type: number
  readonly party_id: string | null
  readonly session_id: string | null
}

/**
 * Returns the activity that a person's message is about, with the session and party in which it is; undefined for none.
 * JOIN and SPECTATE invite to an activity of the sender; if the sender has none that fits, they ask for one of the
 * recipient, and JOIN becomes JOIN_REQUEST. JOIN_REQUEST always asks, whichever session it names.
 *
 * @param own activities of the sender
 * @param others activities of the recipient that the sender sees
 */
export function resolveActivity(
  named: NamedActivity,
  own: readonly JoinableActivity[],
  others: readonly JoinableActivity[],
): NamedActivity | undefined {
  const { type, party_id, session_id } = named
  const asks = type === MessageActivityType.JOIN_REQUEST
  const fits = ({ sessionId, secrets }: JoinableActivity) =>
    (type === MessageActivityType.SPECTATE ? secrets.spectate : secrets.join) !== null &&
    (party_id === null || party_id === secrets.party_id) &&
    (asks || session_id === null || session_id === sessionId)
  const present = (kind: number, { sessionId, secrets }: JoinableActivity): NamedActivity => {
    return { type: kind, party_id: secrets.party_id, session_id: sessionId }
  }
  const invited = asks ? undefined : own.find(fits)
  if (invited) return present(type, invited)
  const wanted = others.find(fits)
  return wanted && present(type === MessageActivityType.JOIN ? MessageActivityType.JOIN_REQUEST : type, wanted)
}

/** Returns whether an application may ask about activities of another: it is the same, or both have one publisher. */
export function isOfSamePublisher(
  caller: Pick<Application, 'id' | 'parent_id'>,
  other: Pick<Application, 'id' | 'parent_id'>,
): boolean {
  return caller.id === other.id || (caller.parent_id !== null && caller.parent_id === other.parent_id)
}
