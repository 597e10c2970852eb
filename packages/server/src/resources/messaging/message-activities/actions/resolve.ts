import { invalidForm, MessageActivityType, type Snowflake } from '@guildhall/protocol'
import type { Caller } from '../../../../kernel/caller.ts'
import type { JoinableActivity } from '../../../../kernel/players.ts'
import type { Work } from '../../../../kernel/work.ts'
import { type NamedActivity, resolveActivity } from '../rules.ts'
import { canAsk, seesActivity } from './visible.ts'

/** Activity of a person's message, and who receives it. */
export interface MessageActivityRequest {
  readonly applicationId: Snowflake
  /** The other user of a DM; null in other channels, where a message only invites. */
  readonly recipientId: Snowflake | null
  readonly named: { readonly type: number; readonly party_id?: string | null; readonly session_id?: string | null }
}

/**
 * Returns the activity that a person's message invites to or asks for, as presences are now.
 *
 * @throws INVALID_FORM_BODY (50035) without such an activity, with the same fault for one that the caller does not see
 */
export async function activityForMessage(
  work: Work,
  caller: Caller,
  { applicationId, recipientId, named }: MessageActivityRequest,
): Promise<NamedActivity> {
  const { type, party_id = null, session_id = null } = named
  const own = await work.players.joinableActivities(work, caller.userId, applicationId)
  const others = recipientId === null ? [] : await visibleActivities(work, caller, recipientId, applicationId)
  const open = type === MessageActivityType.SPECTATE ? others : others.filter(hasRoom(work, recipientId))
  const found = resolveActivity({ type, party_id, session_id }, own, open)
  if (!found) throw invalidForm(['activity'], 'ACTIVITY_NOT_JOINABLE', 'There is no such activity to join or spectate.')
  return found
}

/** Lists the activities of a user that presences show to the caller. */
async function visibleActivities(work: Work, caller: Caller, userId: Snowflake, applicationId: Snowflake) {
  const visible: JoinableActivity[] = []
  for (const activity of await work.players.joinableActivities(work, userId, applicationId)) {
    const key = { userId, applicationId, sessionId: activity.sessionId }
    if ((await canAsk(work, caller, key)) && (await seesActivity(work, caller, key))) visible.push(activity)
  }
  return visible
}

/** Returns a test of whether the party of an activity has room, by its public size. */
function hasRoom(work: Work, userId: Snowflake | null) {
  const activities = userId === null ? [] : (work.players.presenceOf(userId)?.activities ?? [])
  return ({ sessionId, secrets }: JoinableActivity): boolean => {
    const shown = activities.find(
      ({ session_id, application_id }) => session_id === sessionId && application_id === secrets.application_id,
    )
    const [current = 0, max = 0] = shown?.party?.size ?? []
    return max === 0 || current < max
  }
}
