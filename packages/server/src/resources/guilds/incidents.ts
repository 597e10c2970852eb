import { allow, INCIDENT_ACTIONS_MAX_HOURS, type Instant, refuse, type Verdict } from '@guildhall/protocol'
import type { Guild, Incidents } from '../../kernel/model.ts'

export const NO_INCIDENTS: Incidents = {
  invites_disabled_until: null,
  dms_disabled_until: null,
  dm_spam_detected_at: null,
  raid_detected_at: null,
}

/** Something is paused for a day at most; a time that has come, or null, ends the pause. */
export function mayPause(until: Instant | null, now: Instant): Verdict {
  if (until === null || until <= now + INCIDENT_ACTIONS_MAX_HOURS * 3_600_000) return allow
  return refuse('INVALID_FORM_BODY', `more than ${INCIDENT_ACTIONS_MAX_HOURS} hours ahead`)
}

/** Does a guild let nobody in, for good by its feature or for the time being? */
export function invitesPaused({ features, incidents }: Pick<Guild, 'features' | 'incidents'>, now: Instant): boolean {
  return features.includes('INVITES_DISABLED') || (incidents?.invites_disabled_until ?? 0) > now
}

/** Do a guild's members not write to each other because they share it? */
export function dmsPaused({ incidents }: Pick<Guild, 'incidents'>, now: Instant): boolean {
  return (incidents?.dms_disabled_until ?? 0) > now
}
