import { ApiError, ApplicationFlag, PRIVILEGED_REVIEW_USERS, type Snowflake, wireTimeOrNull } from '@guildhall/protocol'
import type { Application } from '../../../../kernel/model.ts'
import type { Work } from '../../../../kernel/work.ts'
import {
  approvalTimes,
  currentFlags,
  PRIVILEGED_INTENT_FLAGS,
  PRIVILEGED_INTENT_NAMES,
  type PrivilegedIntent,
  withApprovedIntents,
} from '../intent-rules.ts'
import { countUsersSharedWith } from '../reach-store.ts'
import type { Approvals } from '../requests.ts'
import * as store from '../store.ts'
import { saveApplication } from './save-application.ts'

/** Returns what the operator has approved, and what an application may switch on by itself, for its owner. */
export async function renderReview(work: Work, application: Application) {
  const { bot_id, intents_request: request } = application
  const users = bot_id === null ? 0 : await countUsersSharedWith(work, bot_id, PRIVILEGED_REVIEW_USERS)
  const flags = currentFlags(application, work.now)
  const times = approvalTimes(application)
  return {
    users,
    review_from_users: PRIVILEGED_REVIEW_USERS,
    intents: Object.fromEntries(PRIVILEGED_INTENT_NAMES.map((name) => [name, stateOf(flags, name)])),
    approved_at: wireTimeOrNull(application.intents_approved_at),
    reapply_at: wireTimeOrNull(times?.reapplyAt ?? null),
    reapply_due: times !== null && work.now >= times.reapplyAt && request === null,
    ends_at: wireTimeOrNull(times?.endsAt ?? null),
    request: request && {
      intents: [...request.intents],
      reason: request.reason,
      requested_at: wireTimeOrNull(request.requested_at) ?? '',
    },
    verified: application.verified,
    identify_premium: application.premium_approved,
    social_layer: application.social_layer_approved,
    game: (application.flags & ApplicationFlag.SOCIAL_LAYER_INTEGRATION) !== 0n,
    obfuscation_for_all: work.changes.inEffect('channel_obfuscation_for_all', work.now),
  }
}

function stateOf(flags: bigint, name: PrivilegedIntent): 'approved' | 'on' | 'off' {
  const { approved, limited } = PRIVILEGED_INTENT_FLAGS[name]
  return (flags & approved) !== 0n ? 'approved' : (flags & limited) !== 0n ? 'on' : 'off'
}

/** Stores a request for privileged intents; it replaces an earlier one. Guilds may be joined meanwhile. [AUT-19] */
export async function requestIntents(
  work: Work,
  id: Snowflake,
  request: { intents: readonly PrivilegedIntent[]; reason: string },
): Promise<Application> {
  const before = await lockedApplication(work, id)
  const after = { ...before, intents_request: { ...request, requested_at: work.now } }
  await saveApplication(work, after)
  return after
}

/**
 * Stores what the operator approves. The approved intents replace earlier ones, decide a waiting request, and are valid
 * for another year. Verification of the application is independent of them. [AUT-17] [AUT-18] [AUT-20]
 */
export async function saveApprovals(work: Work, id: Snowflake, approvals: Approvals): Promise<void> {
  const { intents, verified, identify_premium, social_layer } = approvals
  const after = { ...(await lockedApplication(work, id)) }
  if (verified !== undefined) after.verified = verified
  if (identify_premium !== undefined) after.premium_approved = identify_premium
  if (social_layer !== undefined) after.social_layer_approved = social_layer
  if (intents !== undefined) {
    after.flags = withApprovedIntents(after.flags, intents)
    after.intents_approved_at = intents.length > 0 ? work.now : null
    after.intents_request = null
  }
  await saveApplication(work, after)
}

async function lockedApplication(work: Work, id: Snowflake): Promise<Application> {
  const application = await store.lockApplication(work, id)
  if (!application) throw new ApiError('UNKNOWN_APPLICATION')
  return application
}
