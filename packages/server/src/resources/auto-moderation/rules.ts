import {
  AUTOMOD_KEYWORD_RULES_MAX,
  AutoModerationActionType,
  AutoModerationEvent,
  AutoModerationTrigger,
  allow,
  has,
  namesOf,
  Permission,
  refuse,
  type Snowflake,
  type Verdict,
} from '@guildhall/protocol'

/** All of it takes MANAGE_GUILD; to have members timed out takes to be allowed that oneself. */
export function mayConfigure(permissions: bigint, actions: readonly { type: number }[] = []): Verdict {
  const timesOut = actions.some(({ type }) => type === AutoModerationActionType.TIMEOUT)
  const needed = Permission.MANAGE_GUILD | (timesOut ? Permission.MODERATE_MEMBERS : 0n)
  return has(permissions, needed) ? allow : refuse('MISSING_PERMISSIONS', `needs ${namesOf(needed)}`)
}

/** How many rules of a trigger type a guild may have. */
export function rulesMax(triggerType: number): number {
  return triggerType === AutoModerationTrigger.KEYWORD ? AUTOMOD_KEYWORD_RULES_MAX : 1
}

/** What sets off a rule: profiles when members change, all else when they write. */
export function eventOf(triggerType: number): number {
  return triggerType === AutoModerationTrigger.MEMBER_PROFILE
    ? AutoModerationEvent.MEMBER_UPDATE
    : AutoModerationEvent.MESSAGE_SEND
}

const TIMES_OUT: readonly number[] = [AutoModerationTrigger.KEYWORD, AutoModerationTrigger.MENTION_SPAM]

/** Which action goes with which trigger: there is no message to block in a profile, and nobody to keep apart in a message. */
export function mayAct(triggerType: number, actionType: number): boolean {
  const profile = triggerType === AutoModerationTrigger.MEMBER_PROFILE
  switch (actionType) {
    case AutoModerationActionType.SEND_ALERT_MESSAGE:
      return true
    case AutoModerationActionType.TIMEOUT:
      return TIMES_OUT.includes(triggerType)
    case AutoModerationActionType.BLOCK_MEMBER_INTERACTION:
      return profile
    default:
      return !profile
  }
}

/** Whom no rule concerns: bots, and who manages the guild. */
export function isAboveRules(user: { bot: boolean }, permissions: bigint): boolean {
  return user.bot || has(permissions, Permission.MANAGE_GUILD)
}

/** Whom or where a rule leaves alone: by a role, by the channel, the thread's channel, or their category. */
export function isExempt(
  rule: { exempt_roles: readonly Snowflake[]; exempt_channels: readonly Snowflake[] },
  roleIds: readonly Snowflake[],
  channelIds: readonly (Snowflake | null)[],
): boolean {
  if (rule.exempt_roles.some((id) => roleIds.includes(id))) return true
  return rule.exempt_channels.some((id) => channelIds.includes(id))
}
