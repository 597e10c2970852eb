import { ApplicationFlag, type Instant } from '@guildhall/protocol'
import type { Application } from '../../../kernel/model.ts'

const DAY_MS = 86_400_000
/** Time after which an approval must be applied for again. [AUT-18] */
const APPROVAL_MS = 365 * DAY_MS
/** Time for which intents stay on after that. [AUT-18] */
const GRACE_MS = 90 * DAY_MS

/** Privileged intents with their flags: those of an approval, and those that the owner switches below the threshold. */
export const PRIVILEGED_INTENT_FLAGS = {
  GUILD_MEMBERS: {
    approved: ApplicationFlag.GATEWAY_GUILD_MEMBERS,
    limited: ApplicationFlag.GATEWAY_GUILD_MEMBERS_LIMITED,
  },
  GUILD_PRESENCES: {
    approved: ApplicationFlag.GATEWAY_PRESENCE,
    limited: ApplicationFlag.GATEWAY_PRESENCE_LIMITED,
  },
  MESSAGE_CONTENT: {
    approved: ApplicationFlag.GATEWAY_MESSAGE_CONTENT,
    limited: ApplicationFlag.GATEWAY_MESSAGE_CONTENT_LIMITED,
  },
} as const

/** Names of the privileged intents. */
export type PrivilegedIntent = keyof typeof PRIVILEGED_INTENT_FLAGS
export const PRIVILEGED_INTENT_NAMES = Object.keys(PRIVILEGED_INTENT_FLAGS) as PrivilegedIntent[]

const APPROVED_FLAGS = Object.values(PRIVILEGED_INTENT_FLAGS).reduce((all, { approved }) => all | approved, 0n)

/** Times of an approval: when its owner must apply again, and when it ends without that. */
export interface ApprovalTimes {
  readonly reapplyAt: Instant
  readonly endsAt: Instant
}

/** Returns the times of an approval; null without one, or for one that was stored without its time. */
export function approvalTimes({
  flags,
  intents_approved_at: at,
}: Pick<Application, 'flags' | 'intents_approved_at'>): ApprovalTimes | null {
  if (at === null || (flags & APPROVED_FLAGS) === 0n) return null
  const reapplyAt = (at + APPROVAL_MS) as Instant
  return { reapplyAt, endsAt: (reapplyAt + GRACE_MS) as Instant }
}

/**
 * Returns the flags of an application as they apply at a time: without approvals that have ended. A request that waits
 * for the operator keeps them. [AUT-18]
 */
export function currentFlags(
  application: Pick<Application, 'flags' | 'intents_approved_at' | 'intents_request'>,
  now: Instant,
): bigint {
  const times = approvalTimes(application)
  const ended = times !== null && now >= times.endsAt && application.intents_request === null
  return ended ? application.flags & ~APPROVED_FLAGS : application.flags
}

/** Returns flags with exactly these intents approved. [AUT-17] */
export function withApprovedIntents(flags: bigint, intents: readonly PrivilegedIntent[]): bigint {
  return intents.reduce((all, intent) => all | PRIVILEGED_INTENT_FLAGS[intent].approved, flags & ~APPROVED_FLAGS)
}
