import { allow, INCIDENT_ACTIONS_MAX_HOURS, type Instant, refuse, type Verdict } from '@guildhall/protocol'
import type { Guild } from '../../../kernel/model.ts'

/** Whether a pause may last until an instant: at most 24 hours. A past instant, or null, ends the pause. */
export function mayPause(until: Instant | null, now: Instant): Verdict {
  if (until === null || until <= now + INCIDENT_ACTIONS_MAX_HOURS * 3_600_000) return allow
  return refuse('INVALID_FORM_BODY', `more than ${INCIDENT_ACTIONS_MAX_HOURS} hours ahead`)
}

/** Returns whether a guild accepts no invites: permanently by its feature, or during a pause. */
export function invitesPaused({ features, incidents }: Pick<Guild, 'features' | 'incidents'>, now: Instant): boolean {
  return features.includes('INVITES_DISABLED') || (incidents?.invites_disabled_until ?? 0) > now
}

/** Returns whether a guild pauses direct messages between its members. */
export function dmsPaused({ incidents }: Pick<Guild, 'incidents'>, now: Instant): boolean {
  return (incidents?.dms_disabled_until ?? 0) > now
}

/** Whether two users may message each other: not when every guild that they share pauses direct messages. */
export function mayMeetInDm(sharedGuilds: readonly Pick<Guild, 'incidents'>[], now: Instant): Verdict {
  const open = sharedGuilds.length === 0 || sharedGuilds.some((guild) => !dmsPaused(guild, now))
  return open ? allow : refuse('CANNOT_SEND_TO_USER', 'every shared guild pauses direct messages')
}
